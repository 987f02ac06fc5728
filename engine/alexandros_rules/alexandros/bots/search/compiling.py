"""The compiler of the inner modules, to be run with ``python -m`` and the name of this module.

It needs Cython, setuptools and a C compiler with Python's header files.
"""

from __future__ import annotations

import ast
import shutil
import sys
import tempfile
from importlib import util
from pathlib import Path
from types import ModuleType

from alexandros_rules.alexandros.bots.search import compiled_modules
from alexandros_rules.alexandros.bots.search.compiled_modules import HERE, NAMES, ROOT

PACKAGE = __package__ or ""
DIRECTIVES = {
    "language_level": 3, "boundscheck": False, "wraparound": False, "cdivision": True,
    "initializedcheck": False, "infer_types": True, "annotation_typing": False,
}
# Fused multiplications would round differently from Python.
OPTIONS = ["-O2", "-ffp-contract=off"]


class _Constants(ast.NodeTransformer):
    """A transformer that replaces the names of a module's constants by their values."""

    # Compiled code would look constants up as objects each time.

    def __init__(self, module: ModuleType):
        self._module = module

    def visit_Name(self, node: ast.Name) -> ast.expr:  # the library's name
        value = getattr(self._module, node.id, None)
        if node.id.isupper() and isinstance(node.ctx, ast.Load) and type(value) in (int, float):
            return ast.copy_location(ast.Constant(value), node)
        return node


def uncompiled(name: str) -> ModuleType:
    """Return an inner module loaded from its source, even if there is a compiled one."""
    spec = util.spec_from_file_location(f"{PACKAGE}.{name}", HERE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def source(name: str) -> str:
    """Return the source of an inner module in the form that is compiled."""
    tree = ast.parse((HERE / f"{name}.py").read_text("utf-8"))
    return ast.unparse(ast.fix_missing_locations(_Constants(uncompiled(name)).visit(tree)))


def compile_into(target: Path) -> None:
    """Compile the inner modules into the folder ``target``, which must not exist."""
    from Cython.Build import cythonize
    from setuptools import Extension
    from setuptools.dist import Distribution

    with tempfile.TemporaryDirectory() as scratch:
        inner = Path(scratch, *PACKAGE.split("."))
        inner.mkdir(parents=True)
        for folder in [inner, *inner.parents][:len(PACKAGE.split("."))]:
            (folder / "__init__.py").touch()
        for name in NAMES:
            (inner / f"{name}.py").write_text(source(name), "utf-8")
            shutil.copy(HERE / f"{name}.pxd", inner)
        extensions = cythonize(
            [Extension(f"{PACKAGE}.{name}", [str(inner / f"{name}.py")],
                       extra_compile_args=OPTIONS) for name in NAMES],
            include_path=[scratch], compiler_directives=DIRECTIVES, quiet=True, force=True)
        command = Distribution({"ext_modules": extensions}).get_command_obj("build_ext")
        command.build_lib = command.build_temp = str(Path(scratch, "made"))
        command.parallel = True
        command.ensure_finalized()
        command.run()
        made = Path(scratch, "made", *PACKAGE.split("."))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(made, target, ignore=lambda _, names: [
            name for name in names if not name.endswith((".so", ".pyd"))])


def main() -> None:
    """Compile the inner modules unless they exist, and print the folder."""
    target = compiled_modules.folder()
    if not target.is_dir():
        compile_into(target)
    print(f"Bots use the compiled modules in {target.relative_to(ROOT)}.", file=sys.stdout)


if __name__ == "__main__":
    main()
