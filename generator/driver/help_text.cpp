#include "driver/command_line.hpp"

namespace yyshader::driver {

namespace {

constexpr std::string_view chinese = R"(yyshader：把豫言着色源译为 WGSL、MSL、PTX，并为宿主程序生成常量

用法：
  yyshader 译|wgsl 文件        WGSL 写到标准输出，入口表写到标准错误
  yyshader 金属|msl 文件       同上，译为 MSL
  yyshader 统算|ptx 文件       同上，译为 PTX（入口表列 PTX 入口名）
  yyshader 检查|check 文件…    只检查语法与类型
  yyshader 生成|generate 文件  生成的豫言模块写到标准输出
  yyshader build 文件… -o 目录 生成宿主文件，供构建系统调用
  yyshader dump-ir 文件        中间表示写到标准输出
  yyshader version | help

文件名为「名。着色器。豫」，- 表示标准输入。

各命令通用的选项：
  --package 名=目录                声明一个包，可重复，优先于包描述文件
  --package-dependency 包=所依之包 声明该包可导入的包，可重复
  --no-discovery                   不寻找包描述文件
  --require wgsl|msl|ptx           此目标译不成即为错误，可重复
  --prune                          略去入口用不到的函数
  --bounds off|clamp               越界下标：不管，或限制在范围内
  --fp fast|strict                 浮点乘加可否融合
  --limits 限=数,…                 所用设备之限，以 WebGPU 之名，如 maxBindGroups=8；超出者有警告
  --lang zh|en                     信息的语言，也可由环境变量 YY_LANG 指定
  --diagnostics text|json|sarif    诊断的格式
  --color auto|always|never        诊断是否着色

build 的选项：
  -o, --output 目录                生成文件所在的目录
  --sources-from 文件              从文件中读出更多着色源，每行一个
  --host cpp|cpp-module|yuyan|json|cpu
                                   生成何种宿主文件，可重复，默认 cpp
  --target wgsl|msl|ptx            译出哪些目标，可重复，默认全部
  --namespace 命名空间             代替由包与路径得来的 C++ 命名空间
  --ascii                          另给每个生成的名字一个 ASCII 别名
  --ascii-files                    文件名与目录名只用 ASCII
  --depfile 文件                   写出 Make 格式的依赖文件
  --depfile-target 名              依赖规则的目标，默认为 --stamp 的文件
  --depfile-outputs                依赖文件中也列出生成的文件（供 Make 使用）
  --depfile-cache 文件             依赖文件有变时删去此文件（CMake 的 Makefile 由依赖文件汇成的记录）
  --stamp 文件                     成功后更新的时间戳文件
  --cache 目录                     多个构建共用的缓存，也可由环境变量 YYSHADER_CACHE_DIR 指定
  --cache-size 兆字节              缓存的上限，默认 256，也可由环境变量 YYSHADER_CACHE_SIZE 指定
  -j, --jobs 数                    同时翻译几个文件，默认为处理器核数
  --explain                        说明每个文件是已翻译、取自缓存，还是没有变化

退出码：0 成功，1 源文件有错误，2 用法错误或文件不可读写，70 内部错误
)";

constexpr std::string_view english =
    R"(yyshader: translates Yuyan shaders to WGSL, MSL and PTX, and generates constants for host programs

Usage:
  yyshader 译|wgsl FILE        WGSL to standard output, the entry table to standard error
  yyshader 金属|msl FILE       the same for MSL
  yyshader 统算|ptx FILE       the same for PTX (the table shows PTX names)
  yyshader 检查|check FILE…    only checks syntax and types
  yyshader 生成|generate FILE  the generated Yuyan module to standard output
  yyshader build FILE… -o DIR  generates files for hosts; what build systems run
  yyshader dump-ir FILE        the intermediate representation to standard output
  yyshader version | help

A file is named 名。着色器。豫; - is standard input.

Options of every command:
  --package NAME=DIR               a package and its root; repeatable, wins over package descriptions
  --package-dependency NAME=OTHER  a package that the package may import; repeatable
  --no-discovery                   do not look for package descriptions
  --require wgsl|msl|ptx           it is an error when this target cannot express the program; repeatable
  --prune                          leave out functions that no entry reaches
  --bounds off|clamp               indices out of bounds: as they are, or kept inside
  --fp fast|strict                 whether multiplication and addition may fuse
  --limits LIMIT=NUMBER,…          limits of the device, by WebGPU's names, as maxBindGroups=8; what goes beyond is warned of
  --lang zh|en                     language of messages; YY_LANG in the environment does the same
  --diagnostics text|json|sarif    format of diagnostics
  --color auto|always|never        colours in diagnostics

Options of build:
  -o, --output DIR                 the folder for generated files
  --sources-from FILE              a file with more sources, one a line
  --host cpp|cpp-module|yuyan|json|cpu
                                   what to generate; repeatable, cpp if not given
  --target wgsl|msl|ptx            which texts to make; repeatable, all if not given
  --namespace NAMESPACE            instead of the C++ namespace made of package and path
  --ascii                          an ASCII alias for every generated name
  --ascii-files                    only ASCII in names of files and folders
  --depfile FILE                   write a Make depfile
  --depfile-target NAME            the target of its rule; the file of --stamp if not given
  --depfile-outputs                list the generated files in the depfile too (for Make)
  --depfile-cache FILE             a file to remove when the depfile changes (what CMake's Makefiles made of it)
  --stamp FILE                     a file renewed after success
  --cache DIR                      a cache shared by builds; YYSHADER_CACHE_DIR in the environment does the same
  --cache-size MIB                 its limit, 256 if not given; YYSHADER_CACHE_SIZE in the environment does the same
  -j, --jobs N                     how many files to translate at once; all cores if not given
  --explain                        say of each file whether it was translated, taken from the cache, or unchanged

Exit status: 0 success, 1 errors in the source, 2 wrong usage or a file that cannot be read or written, 70 internal error
)";

}  // namespace

std::string help_text(diagnostics::Language language) {
  return std::string(language == diagnostics::Language::english ? english : chinese);
}

}  // namespace yyshader::driver
