import { IGNORE, onPath, type Project } from './project.ts'

const python = {
  base: `"""What a cart costs."""


def total(items):
    return sum(price * count for price, count in items)


def label(items):
    return f"{len(items)} items"
`,
  wrong: `"""What a cart costs."""


def total(items, discount=5):
    return sum(price * count for price, count in items) - discount


def label(items):
    return f"{len(items)} item"
`,
  right: `"""What a cart costs."""


def total(items, discount=0):
    sum_ = sum(price * count for price, count in items)
    return sum_ - sum_ * discount / 100


def label(items):
    return f"{len(items)} items"
`,
}

const pyTests = {
  pytest: {
    base: `from cart import label, total

ITEMS = [(4, 3), (8, 1)]


def test_total_of_all_items():
    assert total(ITEMS) == 20


def test_label():
    assert label(ITEMS) == "2 items"
`,
    more: (name: string, actual: string, expected: string) =>
      `\n\ndef test_${name}():\n    assert ${actual} == ${expected}\n`,
  },
  unittest: {
    base: `import unittest

from cart import label, total

ITEMS = [(4, 3), (8, 1)]


class CartTest(unittest.TestCase):
    def test_total_of_all_items(self):
        self.assertEqual(total(ITEMS), 20)

    def test_label(self):
        self.assertEqual(label(ITEMS), "2 items")
`,
    more: (name: string, actual: string, expected: string) =>
      `\n    def test_${name}(self):\n        self.assertEqual(${actual}, ${expected})\n`,
  },
}

function pythonProject(
  runner: 'pytest' | 'unittest',
  test: string,
  over: Record<string, string> = {},
): Project {
  const { base, more } = pyTests[runner]
  return {
    runner,
    files: {
      '.gitignore': IGNORE,
      'cart.py': python.base,
      'tests/__init__.py': '',
      'tests/test_cart.py': base,
      ...over,
    },
    test,
    needs: [onPath('python3'), ...(runner === 'pytest' ? [pytestFolder()] : [])],
    wrong: { 'cart.py': python.wrong },
    right: {
      'cart.py': python.right,
      'tests/test_cart.py': base + more('discount', 'total(ITEMS, 25)', '15'),
    },
    red: { 'tests/test_cart.py': base + more('added_by_hand', 'total(ITEMS)', '21') },
  }
}

function pytestFolder(): string {
  return '/usr/lib/python3/dist-packages/_pytest'
}

export const pytest = pythonProject('pytest', 'python3 -m pytest -q')
export const unittest = pythonProject('unittest', 'python3 -m unittest')

/** The source in a folder of its own that Python is told of. */
export const pytestPath: Project = {
  ...pytest,
  files: {
    '.gitignore': IGNORE,
    Makefile: `.PHONY: test
test:
	PYTHONPATH=lib python3 -m pytest -q
`,
    'lib/cart.py': python.base,
    'tests/test_cart.py': pyTests.pytest.base,
  },
  test: 'make test',
  wrong: { 'lib/cart.py': python.wrong },
  right: { ...pytest.right, 'lib/cart.py': python.right },
}
delete pytestPath.right['cart.py']
