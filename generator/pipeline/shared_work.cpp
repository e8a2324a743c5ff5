#include "pipeline/shared_work.hpp"

#include "frontend/yuyan/parse_cache.hpp"

namespace yyshader::pipeline {

SharedWork::SharedWork() : parsed_(std::make_unique<frontend::yuyan::ParseCache>()) {}
SharedWork::~SharedWork() = default;

}  // namespace yyshader::pipeline
