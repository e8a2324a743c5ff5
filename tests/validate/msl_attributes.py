"""Which attribute may stand where in an MSL text: a reader for the shape of text that the generator writes, not for all of MSL.

Tables after the Metal Shading Language Specification 3, chapter 5.2 (tables 5.2 to 5.10).
"""

import re

IDENTIFIER = r"[^\s()\[\]{}<>,;&*]+"
FLOATS = {"float", "float2", "float3", "float4"}
FETCHED = {f"{scalar}{count}" for scalar in ("float", "half", "int", "uint") for count in ("", "2", "3", "4")}

# Inputs of an entry that have an attribute without a number: types, stages.
INPUTS = {
    "thread_position_in_grid": ({"uint", "uint2", "uint3"}, {"kernel"}),
    "thread_position_in_threadgroup": ({"uint", "uint2", "uint3"}, {"kernel"}),
    "thread_index_in_threadgroup": ({"uint"}, {"kernel"}),
    "threadgroup_position_in_grid": ({"uint", "uint2", "uint3"}, {"kernel"}),
    "threadgroups_per_grid": ({"uint", "uint2", "uint3"}, {"kernel"}),
    "thread_index_in_simdgroup": ({"uint"}, {"kernel", "fragment"}),
    "threads_per_simdgroup": ({"uint"}, {"kernel", "fragment"}),
    "vertex_id": ({"uint"}, {"vertex"}),
    "instance_id": ({"uint"}, {"vertex"}),
    "position": ({"float4"}, {"fragment"}),
    "front_facing": ({"bool"}, {"fragment"}),
    "sample_id": ({"uint"}, {"fragment"}),
    "sample_mask": ({"uint"}, {"fragment"}),
}
LAST_INDEX = {"buffer": 30, "texture": 127, "sampler": 15}
BUFFER = re.compile(r"^(const device|device|constant) .+[&*]$")
# Members of a struct that a stage reads or gives: attribute with its number → types.
MEMBERS = {
    "vertex input": {"attribute": FETCHED},
    "varying": {"position": {"float4"}, "user": FETCHED},
    "fragment output": {"color": FETCHED, "depth": {"float"}, "sample_mask": {"uint"}},
}


def split_list(text):
    parts, depth, part = [], 0, ""
    for character in text:
        depth += (character in "<([{") - (character in ">)]}")
        if character == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += character
    return [each for each in (*parts, part.strip()) if each]


def read_declaration(text):
    """`T 名 [[a]] [[b(1)]]` → type, name, [(a, None), (b, 1)]."""
    attributes = [(name, argument) for name, argument in re.findall(r"\[\[\s*(\w+)\s*(?:\(([^)]*)\))?\s*\]\]", text)]
    plain = re.sub(r"\s*\[\[.*?\]\]", "", text).strip().rstrip(";")
    match = re.match(rf"^(.*?[\s&*])({IDENTIFIER})$", plain)
    return (match[1].strip(), match[2], attributes) if match else (plain, "", attributes)


def read_structs(text):
    structs = {}
    for name, body in re.findall(rf"^struct ({IDENTIFIER}) \{{\n(.*?)^\}};", text, re.MULTILINE | re.DOTALL):
        structs[name] = [read_declaration(line.strip()) for line in body.splitlines() if line.strip()]
    return structs


def member_faults(name, members, role):
    seen = set()
    for type_name, member, attributes in members:
        words = [attribute for attribute, _ in attributes]
        kinds = [word for word in words if word in MEMBERS[role]]
        if len(kinds) != 1:
            yield f"struct {name}, {member}: a {role} needs exactly one of {sorted(MEMBERS[role])}, not {words}"
            continue
        if type_name not in MEMBERS[role][kinds[0]]:
            yield f"struct {name}, {member}: [[{kinds[0]}]] on a {type_name}"
        allowed = set(kinds) | ({"flat"} if role == "varying" and kinds[0] == "user" else set())
        for word in words:
            if word not in allowed:
                yield f"struct {name}, {member}: [[{word}]] may not stand here"
        is_integer = type_name.startswith(("int", "uint"))
        if role == "varying" and is_integer and "flat" not in words:
            yield f"struct {name}, {member}: an integer that is not [[flat]]"
        place = next((attribute, argument) for attribute, argument in attributes if attribute == kinds[0])
        if place in seen:
            yield f"struct {name}, {member}: {place} twice"
        seen.add(place)
        if place[0] == "user" and not re.fullmatch(r"loc\d+", place[1]):
            yield f"struct {name}, {member}: [[user({place[1]})]]"


class Entry:
    def __init__(self, stage, result, name, parameters, structs):
        self.stage, self.result, self.name, self.structs = stage, result, name, structs
        self.parameters = [read_declaration(each) for each in split_list(parameters)]

    def faults(self):
        for fault in (*self.parameter_faults(), *self.result_faults()):
            yield f"{self.stage} {self.name}: {fault}"

    def parameter_faults(self):
        taken = set()
        for type_name, name, attributes in self.parameters:
            if len(attributes) != 1:
                yield f"{name} has {len(attributes)} attributes"
                continue
            word, argument = attributes[0]
            if (word, argument) in taken:
                yield f"{name}: [[{word}]] stands twice"
            taken.add((word, argument))
            if word in LAST_INDEX:
                yield from self.resource_faults(type_name, name, word, argument)
            elif word == "stage_in":
                yield from self.stage_in_faults(type_name, name)
            elif word not in INPUTS:
                yield f"{name}: no attribute [[{word}]]"
            else:
                types, stages = INPUTS[word]
                if type_name not in types or self.stage not in stages or argument:
                    yield f"{name}: [[{word}]] on a {type_name} of a {self.stage}"
        if self.stage == "kernel" and sum(word == "stage_in" for _, _, each in self.parameters for word, _ in each):
            yield "a kernel with [[stage_in]]"

    def resource_faults(self, type_name, name, word, argument):
        fits = {
            "buffer": bool(BUFFER.match(type_name)),
            "texture": type_name.startswith("texture"),
            "sampler": type_name == "sampler",
        }[word]
        if not fits:
            yield f"{name}: [[{word}]] on a {type_name}"
        if not argument.isdigit() or int(argument) > LAST_INDEX[word]:
            yield f"{name}: [[{word}({argument})]], the last is {LAST_INDEX[word]}"

    def stage_in_faults(self, type_name, name):
        role = "vertex input" if self.stage == "vertex" else "varying"
        if type_name not in self.structs:
            yield f"{name}: [[stage_in]] on a {type_name}"
        else:
            yield from member_faults(type_name, self.structs[type_name], role)

    def result_faults(self):
        if self.stage == "kernel":
            if self.result != "void":
                yield f"it gives a {self.result}"
            return
        if self.result in self.structs:
            role = "varying" if self.stage == "vertex" else "fragment output"
            yield from member_faults(self.result, self.structs[self.result], role)
            words = [word for _, _, attributes in self.structs[self.result] for word, _ in attributes]
            if self.stage == "vertex" and "position" not in words:
                yield f"{self.result} has no [[position]]"
        elif self.stage == "vertex" and self.result not in ("float4", "void"):
            yield f"it gives a {self.result}, not a position"
        elif self.stage == "fragment" and self.result not in FETCHED | {"void"}:
            yield f"it gives a {self.result}"


def attribute_faults(text):
    """All faults of a text's attributes, in words."""
    structs = read_structs(text)
    faults = []
    heads = re.findall(rf"^(?:\[\[(.*?)\]\]\n)?(kernel|vertex|fragment) (\S+) ({IDENTIFIER})\((.*)\) \{{$", text, re.MULTILINE)
    for before, stage, result, name, parameters in heads:
        faults += Entry(stage, result, name, parameters, structs).faults()
        threads = re.fullmatch(r"max_total_threads_per_threadgroup\((\d+)\)", before)
        if (stage == "kernel") != bool(threads) or (threads and not 1 <= int(threads[1]) <= 1024):
            faults.append(f"{stage} {name}: [[{before}]] before it")
    known = sum(len(re.findall(r"\[\[", line)) for line in text.splitlines() if re.match(r"\[\[|kernel |vertex |fragment |  ", line))
    if known != text.count("[["):
        faults.append("an attribute outside structs and entries")
    for line in text.splitlines():
        if re.match(r"(kernel|vertex|fragment)\b", line) and not re.match(rf"(kernel|vertex|fragment) \S+ {IDENTIFIER}\(.*\) \{{$", line):
            faults.append(f"a head that cannot be read: {line}")
    return faults
