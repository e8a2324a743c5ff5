"""What `yyshader build` must withstand (spec 3.2): damage to anything it keeps, being killed, full disks, read-only folders,
clocks that go backwards, many processes at once, a cache that overflows. After each of these the next build gives the
very bytes that an undisturbed one gives, or says clearly why it cannot.

Usage: build_stress.py --yyshader PROGRAM [--long] [--seed N] CASE...
Exit status 77: what the case needs is not allowed here; the output names it.
"""

import argparse
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

IMPORT = """寻观「着色库」之「着色内建」之书。

「倍数」乃化「无三二」而「无三二」也。
「倍数」者会「甲」而「加」于「甲」于（「新无三二」于「{number}」）也。
"""

SHADER = """寻观「着色库」之「着色内建」之书。
寻观「应用」之「因子」之书。

「数据」乃「存储缓冲」于（「数组」于「无三二」）也。
「数据」者「绑定」于（「组值」【「组」者「零」也，「号」者「零」也，「访问」者「读写」也】）也。

「算」乃化「全局调用号」而「有」也。
「算」者会「号」而
  虑「序」者「号」中「零」而
  「写数组」于「数据」于「序」于（「倍数」于（「新无三二」于「{number}」））
也。

「算入口」乃「计算入口」也。
「算入口」者「计算入口项」于「算」于（「组值」【「工作组大小」者「六四」也】）也。
"""

DIGITS = "零一二三四五六七八九"


def chinese(number):
    return "".join(DIGITS[int(digit)] for digit in str(number))


def check(condition, message, output=""):
    if not condition:
        raise AssertionError(f"{message}\n{output}")


class Project:
    """Shaders that share an import, in two forms; what each form's outputs must be is known from undisturbed builds."""

    def __init__(self, program, shaders=6, folder=None):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="yyshader-stress-", dir=folder))
        self.folder.chmod(0o755)
        # Where another user can run it.
        self.program = self.folder / "yyshader"
        shutil.copy(program, self.program)
        self.root = self.folder / "应用"
        self.root.mkdir()
        self.out = self.folder / "out"
        self.cache = self.folder / "cache"
        self.files = [self.root / f"核{chinese(i)}。着色器。豫" for i in range(shaders)]
        for i, file in enumerate(self.files):
            file.write_text(SHADER.format(number=chinese(i + 2)))
        self.forms = []
        for number in (7, 8):
            self.set_form(number)
            done = self.run("-o", str(self.folder / "reference"))
            check(done.returncode == 0, "the reference fails", done.stdout)
            self.forms.append(self.outputs(self.folder / "reference"))
            check(len(self.forms[-1]) == 3 * shaders, "outputs are missing", str(self.forms[-1].keys()))
            shutil.rmtree(self.folder / "reference")
        check(self.forms[0] != self.forms[1], "both forms give the same")

    def set_form(self, number):
        (self.root / "因子。着色器。豫").write_text(IMPORT.format(number=chinese(number)))

    def set(self, form):
        self.set_form(7 + form)

    def command(self, *more):
        return [str(self.program), "build", "--no-discovery", "--lang", "en", "--color", "never", f"--package=应用={self.root}",
                "--host", "cpp,json", *more, *map(str, self.files)]

    def ordinary(self, *more):
        """As a build system runs it."""
        return self.command("-o", str(self.out), "--stamp", str(self.folder / "stamp"), "--depfile", str(self.folder / "stamp.d"),
                            *more)

    def run(self, *more, **how):
        return self.start(self.command(*more), **how)

    def build(self, *more, **how):
        return self.start(self.ordinary(*more), **how)

    @staticmethod
    def environment():
        return {name: value for name, value in os.environ.items() if not name.startswith(("YY", "LC_", "LANG"))}

    def start(self, command, **how):
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=self.environment(), **how)

    @staticmethod
    def outputs(folder):
        return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*")
                if file.is_file() and not any(part.startswith(".") for part in file.relative_to(folder).parts)}

    def check_result(self, form, what):
        found = self.outputs(self.out)
        check(found == self.forms[form], f"{what}: outputs differ: "
              + str([name for name in {**found, **self.forms[form]} if found.get(name) != self.forms[form].get(name)]))
        check((self.folder / "stamp").exists(), f"{what}: no stamp")

    def check_whole(self, what):
        """Every output there is is a whole one, of either form; a stamp stands only over outputs that all are of one."""
        found = self.outputs(self.out) if self.out.exists() else {}
        for name, content in found.items():
            check(content in (self.forms[0].get(name), self.forms[1].get(name)), f"{what}: {name} is half a file")
        if (self.folder / "stamp").exists():
            # The old one, over the old outputs, when the process did not come as far as taking it away.
            check(found in self.forms, f"{what}: a stamp over what is not one build's")

    def finish(self, form, what, *more):
        done = self.build(*more)
        check(done.returncode == 0, f"{what}: the next build fails", done.stdout)
        self.check_result(form, what)

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def damage(settings, random_numbers):
    """Outputs, states, stamp, depfile and cache truncated, overwritten, emptied, exchanged, deleted."""
    project = Project(settings.yyshader)
    project.set(0)
    more = ("--cache", str(project.cache), "-j2")
    project.finish(0, "first", *more)
    for round_number in range(settings.rounds(40, 2000)):
        files = [file for folder in (project.out, project.cache) for file in folder.rglob("*") if file.is_file()]
        files += [file for file in (project.folder / "stamp", project.folder / "stamp.d") if file.exists()]
        hurt = []
        for file in random_numbers.sample(files, min(len(files), random_numbers.choice((1, 1, 3, 10)))):
            way = random_numbers.choice(("truncate", "garbage", "empty", "delete", "exchange", "append", "flip"))
            hurt.append(f"{way} {file.name}")
            content = bytearray(file.read_bytes())
            if way == "truncate":
                content = content[: random_numbers.randrange(len(content) + 1)]
            elif way == "garbage":
                content = bytearray(random_numbers.randbytes(random_numbers.randrange(5000)))
            elif way == "empty":
                content = bytearray()
            elif way == "exchange":
                other = random_numbers.choice(files)
                content = bytearray(other.read_bytes()) if other.exists() else content
            elif way == "append":
                content += b"\n"
            elif way == "flip" and content:
                content[random_numbers.randrange(len(content))] ^= 1 << random_numbers.randrange(8)
            if way == "delete":
                file.unlink(missing_ok=True)
            elif file.exists():
                file.write_bytes(content)
        form = random_numbers.randrange(2)
        project.set(form)
        project.finish(form, f"round {round_number}: {hurt}", *more)
    # What stands in an output's place and is no file cannot be repaired: this is said, and heals when it is gone.
    file = next(path for path in project.out.rglob("*.hpp"))
    file.unlink()
    file.mkdir()
    done = project.build(*more)
    check(done.returncode == 2 and file.name in done.stdout, "a folder in an output's place is not told", done.stdout)
    check(not (project.folder / "stamp").exists(), "a stamp over a fault")
    file.rmdir()
    project.finish(form, "the folder is gone", *more)
    return project


def kills(settings, random_numbers):
    """kill -9 at any moment: no half file that passes for whole, and the next build heals."""
    project = Project(settings.yyshader, shaders=10)
    started = time.perf_counter()
    project.set(0)
    project.finish(0, "first", "--cache", str(project.cache))
    longest = 1.5 * (time.perf_counter() - started)
    cut = 0
    for round_number in range(settings.rounds(25, 1500)):
        form = round_number % 2
        project.set(form)
        for _ in range(random_numbers.randrange(1, 4)):
            shutil.rmtree(project.cache, ignore_errors=True)
            process = subprocess.Popen(project.ordinary("--cache", str(project.cache), "-j2"), stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL, env=project.environment())
            time.sleep(random_numbers.uniform(0, longest))
            process.send_signal(signal.SIGKILL)
            cut += process.wait() == -signal.SIGKILL
            project.check_whole(f"round {round_number}")
        project.finish(form, f"round {round_number}", "--cache", str(project.cache), "-j2")
    check(cut > 0, "no process was killed in time")
    print(f"{cut} processes were killed")
    return project


def full_disk(settings, random_numbers):
    """A disk that is full after any number of bytes: an error that names the file; room heals it."""
    # A small file system of its own, which only this process sees and which goes when it ends.
    inside = [sys.executable, __file__, "--yyshader", settings.yyshader, "--seed", str(settings.seed),
              *(["--long"] if settings.long else []), "full_disk_inside"]
    for way in (["unshare", "--mount"], ["unshare", "--mount", "--map-root-user"]):
        with tempfile.TemporaryDirectory() as place:
            probe = subprocess.run([*way, "mount", "-t", "tmpfs", "-o", "size=64k", "none", place], capture_output=True)
            if probe.returncode != 0:
                continue
            script = 'mount -t tmpfs -o size=600k none "$1" && shift && exec "$@"'
            done = subprocess.run([*way, "sh", "-c", script, "sh", place, *inside, "--place", place])
            check(done.returncode == 0, "full_disk_inside fails")
            return None
    print("skipped: mounting a small file system is not permitted here")
    raise SystemExit(77)


def full_disk_inside(settings, random_numbers):
    project = Project(settings.yyshader, shaders=4)
    place = pathlib.Path(settings.place)
    project.out = place / "out"
    filler = place / "filler"
    told = 0
    page = 4096
    for room in range(0, 150 if settings.long else 60, 1 if settings.long else 5):
        for form, cache in ((0, []), (1, ["--cache", str(place / "cache")])):
            project.set(form)
            filler.write_bytes(b"")
            with filler.open("wb", buffering=0) as file:
                try:
                    while True:
                        file.write(b"x" * page)
                except OSError:
                    pass
            os.truncate(filler, max(0, filler.stat().st_size - room * page))
            done = project.build(*cache)
            check(done.returncode in (0, 2), "neither done nor told", done.stdout)
            if done.returncode == 2:
                told += 1
                check("No space left" in done.stdout and ("out/" in done.stdout), "the reason is missing", done.stdout)
                check(not (project.folder / "stamp").exists(), "a stamp over a fault")
            project.check_whole(f"room for {room} pages")
            filler.unlink()
            project.finish(form, f"room after {room} pages", *cache)
        shutil.rmtree(project.out)
        shutil.rmtree(place / "cache", ignore_errors=True)
    check(told > 0, "the disk never was full")
    print(f"{told} builds met a full disk")
    return project


def size_limit(settings, random_numbers):
    """Writes that stop in the middle of a file, as with a quota."""
    project = Project(settings.yyshader, shaders=4)
    told = 0
    largest = max(len(content) for content in project.forms[0].values())
    for round_number in range(settings.rounds(25, 500)):
        form = round_number % 2
        project.set(form)
        limit = random_numbers.randrange(largest + 1000)

        def restrict():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        done = project.start(project.ordinary(), preexec_fn=restrict, restore_signals=False)
        check(done.returncode in (0, 2), "neither done nor told", done.stdout)
        if done.returncode == 2:
            told += 1
            check("too large" in done.stdout and str(project.folder) in done.stdout, "the reason is missing", done.stdout)
        project.check_whole(f"a limit of {limit} bytes")
        project.finish(form, f"after a limit of {limit} bytes")
    check(told > 0, "the limit never was met")
    return project


def read_only(settings, random_numbers):
    """Folders that may not be written to."""
    project = Project(settings.yyshader)
    user = 65534 if os.geteuid() == 0 else None  # root may write everywhere

    def as_user():
        if user is not None:
            os.setgroups([])
            os.setgid(user)
            os.setuid(user)

    def give(path):
        if user is not None:
            os.chown(path, user, user)

    give(project.folder)
    project.set(0)
    done = project.build(preexec_fn=as_user)
    check(done.returncode == 0, "a build as another user fails", done.stdout)
    give(project.root)
    for form, folder in ((1, project.out / "应用"), (0, project.out / ".yyshader"), (1, project.out / "应用")):
        project.set(form)
        folder.chmod(0o555)
        for _ in range(2):
            done = project.build(preexec_fn=as_user)
            check(done.returncode == 2 and str(folder) in done.stdout and "ermission denied" in done.stdout,
                  "a read-only folder is not told", done.stdout)
            project.check_whole(f"read-only {folder.name}")
            check(not (project.folder / "stamp").exists(), "a stamp over a fault")
        folder.chmod(0o755)
        done = project.build(preexec_fn=as_user)
        check(done.returncode == 0, "it does not heal", done.stdout)
        project.check_result(form, f"{folder.name} may be written to again")
    # What is current needs no writing, and a cache that nothing can be written to is an empty one.
    done = project.start(project.command("-o", str(project.out)), preexec_fn=as_user)
    check(done.returncode == 0, "an unchanged build fails", done.stdout)
    project.cache.mkdir()
    project.cache.chmod(0o555)
    project.set(0)
    done = project.build("--cache", str(project.cache), preexec_fn=as_user)
    check(done.returncode == 0 and not any(project.cache.iterdir()), "a read-only cache stops the build", done.stdout)
    project.check_result(0, "read-only cache")
    return project


def clock(settings, random_numbers):
    """Times decide nothing: files from the future, from 1970, all of one time."""
    project = Project(settings.yyshader)
    more = ("--cache", str(project.cache), "--explain")
    project.set(0)
    project.finish(0, "first", *more)
    for round_number in range(settings.rounds(12, 300)):
        form = random_numbers.randrange(2)
        project.set(form)
        same = random_numbers.uniform(0, 4e9)
        for file in project.folder.rglob("*"):
            chosen = random_numbers.choice((0, 1e9, time.time() + 1e8, 4e9, same))
            os.utime(file, (chosen, chosen))
        if random_numbers.randrange(2):
            (project.folder / "stamp").unlink()
        project.finish(form, f"round {round_number}", *more)
        done = project.build(*more)
        check(done.stdout.count("unchanged: ") == len(project.files), "times alone make work", done.stdout)
    return project


def crowd(settings, random_numbers):
    """Sixteen processes at once, again and again: with one output folder, one state and one cache, while somebody reads."""
    project = Project(settings.yyshader, shaders=3)
    rounds = settings.rounds(8, 200)
    for round_number in range(rounds):
        form = round_number % 2
        project.set(form)
        if random_numbers.randrange(3) == 0:
            shutil.rmtree(project.out, ignore_errors=True)
        if random_numbers.randrange(3) == 0:
            shutil.rmtree(project.cache, ignore_errors=True)
        processes = []
        for number in range(16):
            # Each with its own stamp, as the commands of several build trees are.
            command = project.command("-o", str(project.out), "--stamp", str(project.folder / f"stamp{number}"), "-j2",
                                      "--depfile", str(project.folder / f"stamp{number}.d"), "--cache", str(project.cache))
            processes.append(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                              env=project.environment()))
        while any(process.poll() is None for process in processes):
            try:
                found = project.outputs(project.out)
            except FileNotFoundError:
                continue  # not made yet, or replaced between being listed and being read
            for name, content in found.items():
                check(content in (project.forms[0].get(name), project.forms[1].get(name)), f"{name} is seen as half a file")
        for process in processes:
            output = process.communicate()[0]
            check(process.returncode == 0, f"round {round_number}: a process fails", output)
        project.finish(form, f"round {round_number}")
        left = [str(path) for folder in (project.out, project.cache) for path in folder.rglob("*.tmp")]
        check(not left, "temporary files are left", str(left))
    print(f"{rounds} rounds of 16 processes")
    return project


def overflow(settings, random_numbers):
    """A cache keeps its bound; what it still has is right; what was used longest ago goes."""
    project = Project(settings.yyshader, shaders=8)
    limit = 1 << 20
    for round_number in range(settings.rounds(12, 200)):
        for i, file in enumerate(project.files):
            file.write_text(SHADER.format(number=chinese(1000 + 10 * round_number + i)))
        done = project.build("--cache", str(project.cache), "--cache-size", "1")
        check(done.returncode == 0, "the build fails", done.stdout)
        size = sum(file.stat().st_size for file in project.cache.rglob("*") if file.is_file())
        check(size <= limit, f"the cache holds {size} bytes")
    shutil.rmtree(project.out)
    done = project.build("--cache", str(project.cache), "--cache-size", "1", "--explain")
    hits = done.stdout.count("from the cache: ")
    check(hits == len(project.files), f"only {hits} of what was stored last are kept", done.stdout)
    for i, file in enumerate(project.files):
        file.write_text(SHADER.format(number=chinese(1000 + i)))
    done = project.build("--cache", str(project.cache), "--cache-size", "1", "--explain")
    if settings.long:
        check(done.stdout.count("translated: ") == len(project.files), "what was stored first is still there", done.stdout)
    return project


def harness(settings, random_numbers):
    """A generator that leaves half a file, or calls a failed build a success, is noticed."""
    with tempfile.TemporaryDirectory() as place:
        for fault, case, word in (("half", "damage", "outputs differ"), ("deaf", "size_limit", "")):
            program = pathlib.Path(place) / fault
            # Only when it makes what is to be judged: the references must be right.
            after = {"half": 'case "$*" in *--stamp*) for f in $(find "$(dirname "$0")/out" -name "*.json" | head -1); '
                             'do printf x > "$f"; done;; esac; exit $status',
                     "deaf": "exit 0"}[fault]
            program.write_text(f'#!/bin/sh\n"{settings.yyshader}" "$@"; status=$?\n{after}\n')
            program.chmod(0o755)
            done = subprocess.run([sys.executable, __file__, "--yyshader", program, "--seed", str(settings.seed), case],
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            check(done.returncode != 0 and "AssertionError" in done.stdout and word in done.stdout, f"{fault} goes unnoticed",
                  done.stdout)


CASES = [harness, damage, kills, full_disk, full_disk_inside, size_limit, read_only, clock, crowd, overflow]


class Settings(argparse.Namespace):
    def rounds(self, short, long):
        return long if self.long else short


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--yyshader", required=True)
    parser.add_argument("--long", action="store_true", help="many more rounds: minutes")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--place", help="where full_disk_inside finds its file system")
    parser.add_argument("cases", nargs="+", metavar="CASE")
    settings = parser.parse_args(namespace=Settings())
    if settings.seed is None:
        settings.seed = random.SystemRandom().randrange(1 << 32)
    print(f"seed {settings.seed}", flush=True)
    for name in settings.cases:
        started = time.perf_counter()
        project = next(case for case in CASES if case.__name__ == name)(settings, random.Random(settings.seed))
        if project is not None:
            project.remove()
        print(f"{name}: passed in {time.perf_counter() - started:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
