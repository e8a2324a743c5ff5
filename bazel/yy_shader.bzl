"""Shaders in a Bazel build (docs/recipes.md).

    yy_shader_package(name, package, root, srcs, deps)
    yy_shader_library(name, srcs, package, targets, hosts, options, ascii_files)
"""

YYShaderPackageInfo = provider(
    doc = "A package of Yuyan modules and all that it depends on.",
    fields = {
        "package": "its name",
        "root": "its root folder, from the execution root",
        "roots": "depset of (name, root) of it and of all packages below",
        "dependencies": "depset of (name, name of a package it may import)",
        "files": "depset of all their modules",
    },
)

def _folder(ctx, below):
    parts = [part for part in (ctx.label.workspace_root, ctx.label.package, below) if part and part != "."]
    return "/".join(parts)

def _package_impl(ctx):
    name = ctx.attr.package
    root = _folder(ctx, ctx.attr.root)
    for file in ctx.files.srcs:
        if not file.path.startswith(root + "/"):
            fail("%s does not lie below %s, the root of the package %s" % (file.path, root, name))
    below = [dep[YYShaderPackageInfo] for dep in ctx.attr.deps]
    # Naming 着色库 grants nothing, but says that this list is the whole of it.
    direct = [(name, other.package) for other in below] + [(name, "着色库")]
    return [
        DefaultInfo(files = depset(ctx.files.srcs)),
        YYShaderPackageInfo(
            package = name,
            root = root,
            roots = depset([(name, root)], transitive = [other.roots for other in below]),
            dependencies = depset(direct, transitive = [other.dependencies for other in below]),
            files = depset(ctx.files.srcs, transitive = [other.files for other in below]),
        ),
    ]

yy_shader_package = rule(
    implementation = _package_impl,
    doc = "Declares a package of Yuyan modules.",
    attrs = {
        "package": attr.string(mandatory = True, doc = "its name in Yuyan"),
        "root": attr.string(default = ".", doc = "its root folder, from this BUILD file's"),
        "srcs": attr.label_list(allow_files = True, mandatory = True, doc = "all its modules"),
        "deps": attr.label_list(providers = [YYShaderPackageInfo], doc = "what it may import besides 着色库"),
    },
)

_SHADER_SUFFIX = "。着色器。豫"

# What a source becomes for each host, as it is named by default and with --ascii-files.
_SUFFIXES = {
    "cpp": [("。着色生成.hpp", ".generated.hpp"), ("。着色行表.hpp", ".lines.hpp")],
    "cpu": [("。着色程序.hpp", ".program.hpp"), ("。着色生成.hpp", ".generated.hpp"), ("。着色行表.hpp", ".lines.hpp")],
    "json": [("。着色生成.json", ".generated.json")],
    "yuyan": [("。着色生成。豫", ".generated.yuyan")],
}

# All bytes from 32 on: Bazel's strings are bytes.
_BYTES = (
    " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~\177" +
    "\200\201\202\203\204\205\206\207\210\211\212\213\214\215\216\217" +
    "\220\221\222\223\224\225\226\227\230\231\232\233\234\235\236\237" +
    "\240\241\242\243\244\245\246\247\250\251\252\253\254\255\256\257" +
    "\260\261\262\263\264\265\266\267\270\271\272\273\274\275\276\277" +
    "\300\301\302\303\304\305\306\307\310\311\312\313\314\315\316\317" +
    "\320\321\322\323\324\325\326\327\330\331\332\333\334\335\336\337" +
    "\340\341\342\343\344\345\346\347\350\351\352\353\354\355\356\357" +
    "\360\361\362\363\364\365\366\367\370\371\372\373\374\375\376\377"
)
_DIGITS = "0123456789abcdef"

def _ascii(name):
    """The form of --ascii-files: bytes but letters and digits become `_` and two hexadecimal digits."""
    result = "yy"
    for byte in name.elems():
        if byte.isalnum() and _BYTES.index(byte) < 96:
            result += byte
        else:
            value = _BYTES.index(byte) + 32
            result += "_" + _DIGITS[value // 16] + _DIGITS[value % 16]
    return result

def _library_impl(ctx):
    info = ctx.attr.package[YYShaderPackageInfo]
    common = ctx.actions.args()
    common.add_all(["build", "--no-discovery", "--color", "never", "--jobs", "1"])
    common.add_all(info.roots, format_each = "--package=%s", map_each = _pair)
    common.add_all(info.dependencies, format_each = "--package-dependency=%s", map_each = _pair)
    common.add_all(ctx.attr.hosts, before_each = "--host")
    common.add_all(ctx.attr.targets, before_each = "--target")
    common.add_all(ctx.attr.options)
    if ctx.attr.ascii_files:
        common.add("--ascii-files")
    made = []
    folder = None
    for source in ctx.files.srcs:
        if not source.path.startswith(info.root + "/") or not source.path.endswith(_SHADER_SUFFIX):
            fail("%s is no shader source below %s" % (source.path, info.root))
        module = info.package + "/" + source.path[len(info.root) + 1:-len(_SHADER_SUFFIX)]
        if ctx.attr.ascii_files:
            module = "/".join([_ascii(part) for part in module.split("/")])
        names = {}
        for host in ctx.attr.hosts:
            for suffixes in _SUFFIXES[host]:
                names[module + suffixes[1 if ctx.attr.ascii_files else 0]] = True
        outputs = [ctx.actions.declare_file(ctx.label.name + "/" + name) for name in names]
        folder = outputs[0].path[:-len(names.keys()[0]) - 1]
        ctx.actions.run(
            executable = ctx.executable._yyshader,
            arguments = [common, "-o", folder, "--", source.path],
            inputs = info.files,
            outputs = outputs,
            mnemonic = "YYShader",
            progress_message = "Translating shader %s" % source.short_path,
        )
        made.extend(outputs)
    compilation = cc_common.create_compilation_context(
        headers = depset([file for file in made if file.extension == "hpp"]),
        includes = depset([folder] if folder else []),
    )
    runtime = ctx.attr._runtime[CcInfo]
    own = CcInfo(compilation_context = compilation)
    return [
        DefaultInfo(files = depset(made)),
        cc_common.merge_cc_infos(direct_cc_infos = [own], cc_infos = [runtime]),
    ]

def _pair(pair):
    return "%s=%s" % pair

yy_shader_library = rule(
    implementation = _library_impl,
    doc = "Translates shaders: one action each. cc_library and cc_binary take it as a dependency and include what it makes.",
    attrs = {
        "srcs": attr.label_list(allow_files = True, mandatory = True, doc = "the shaders"),
        "package": attr.label(providers = [YYShaderPackageInfo], mandatory = True, doc = "the yy_shader_package they belong to"),
        "targets": attr.string_list(default = ["wgsl", "msl", "ptx"]),
        "hosts": attr.string_list(default = ["cpp"], doc = "cpp, cpu, json, yuyan"),
        "options": attr.string_list(doc = "further options of yyshader build"),
        "ascii_files": attr.bool(default = True, doc = "names of ASCII only: Bazel's C++ rules before 8 find no others"),
        "_yyshader": attr.label(default = "@yyshader//:yyshader", executable = True, cfg = "exec", allow_single_file = True),
        "_runtime": attr.label(default = "@yyshader//:runtime", providers = [CcInfo]),
    },
)
