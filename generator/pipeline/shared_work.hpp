#pragma once

#include <memory>

namespace yyshader::frontend::yuyan {
class ParseCache;
}

namespace yyshader::pipeline {

/// What several compilations of one process need not do again: parsed builtins and imports. No output depends on it.
/// Several threads may use one at once.
class SharedWork {
 public:
  SharedWork();
  ~SharedWork();
  SharedWork(const SharedWork&) = delete;
  SharedWork& operator=(const SharedWork&) = delete;

  frontend::yuyan::ParseCache& parsed() { return *parsed_; }

 private:
  std::unique_ptr<frontend::yuyan::ParseCache> parsed_;
};

}  // namespace yyshader::pipeline
