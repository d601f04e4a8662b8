import { homedir } from 'node:os'
import { join } from 'node:path'
import { onPath, type Project } from './project.ts'

const GO_TESTS = `package cart

import "testing"

var items = []Item{{4, 3}, {8, 1}}

func TestTotal(t *testing.T) {
	if got := Total(items); got != 20 {
		t.Errorf("Total = %d, want 20", got)
	}
}

func TestLabel(t *testing.T) {
	if got := Label(items); got != "2 items" {
		t.Fatalf("Label = %q", got)
	}
}
`
const goSource = (body: string, label: string) => `// Package cart knows what a cart costs.
package cart

import "fmt"

// Item is what somebody buys.
type Item struct{ Price, Count int }

// Total is what the items cost together.
${body}

// Label says how many items there are.
func Label(items []Item) string { return fmt.Sprintf("%d ${label}", len(items)) }
`
const goSum = (result: string, parameters = 'items []Item') => `func Total(${parameters}) int {
	sum := 0
	for _, item := range items {
		sum += item.Price * item.Count
	}
	return ${result}
}`

export const go: Project = {
  runner: 'go',
  files: {
    'go.mod': `module example.org/cart

go 1.19
`,
    'cart.go': goSource(goSum('sum'), 'items'),
    'cart_test.go': GO_TESTS,
  },
  test: 'go test ./...',
  needs: [onPath('go')],
  wrong: { 'cart.go': goSource(goSum('sum - 5'), 'item') },
  right: {
    'cart.go': goSource(
      `${goSum('sum')}\n\n// Discounted is Total less a discount in percent.\nfunc Discounted(items []Item, percent int) int { return Total(items) * (100 - percent) / 100 }`,
      'items',
    ),
    'cart_test.go': `${GO_TESTS}
func TestDiscounted(t *testing.T) {
	if got := Discounted(items, 25); got != 15 {
		t.Errorf("Discounted = %d, want 15", got)
	}
}
`,
  },
  red: {
    'cart_test.go': `${GO_TESTS}
func TestAddedByHand(t *testing.T) {
	if got := Total(items); got != 21 {
		t.Errorf("Total = %d", got)
	}
}
`,
  },
}

const CHECK = `// Package check compares.
package check

import "testing"

func Equal(t *testing.T, got, want interface{}) {
	t.Helper()
	if got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}
`
const checked = (tests: string) =>
  tests
    .replace(
      'import "testing"',
      `import (
	"testing"

	"example.org/check"
)`,
    )
    .replace(/\tif got := (\w+\(items\)); got != ("2 items"|\d+) \{\n.*\n\t\}/g, '\tcheck.Equal(t, $1, $2)')

/** Its assertions are a module beside it. */
export const goCheck: Project = {
  ...go,
  files: {
    ...go.files,
    'go.mod': `module example.org/cart

go 1.19

require example.org/check v0.0.0

replace example.org/check => ./third/check
`,
    'third/check/go.mod': `module example.org/check

go 1.19
`,
    'third/check/check.go': CHECK,
    'cart_test.go': checked(GO_TESTS),
  },
  red: { 'cart_test.go': checked(go.red['cart_test.go'] ?? '') },
}
export const CHECK_SOURCE = CHECK

const RUST_TESTS = `use cart::{label, total};

const ITEMS: [(i64, i64); 2] = [(4, 3), (8, 1)];

#[test]
fn total_of_all_items() {
    assert_eq!(total(&ITEMS), 20);
}

#[test]
fn label_of_two() {
    assert_eq!(label(&ITEMS), "2 items");
}
`
const rustSource = (result: string, label: string, more = '') => `//! What a cart costs.

/// What the items cost together.
pub fn total(items: &[(i64, i64)]) -> i64 {
    let sum: i64 = items.iter().map(|(price, count)| price * count).sum();
    ${result}
}

pub fn label(items: &[(i64, i64)]) -> String {
    format!("{} ${label}", items.len())
}
${more}`

export const rust: Project = {
  runner: 'cargo',
  files: {
    '.gitignore': 'target\n',
    'Cargo.toml': '[package]\nname = "cart"\nversion = "1.0.0"\nedition = "2021"\n',
    'Cargo.lock': 'version = 3\n\n[[package]]\nname = "cart"\nversion = "1.0.0"\n',
    'src/lib.rs': rustSource('sum', 'items'),
    'tests/cart.rs': RUST_TESTS,
  },
  test: 'cargo test',
  needs: [onPath('cargo')],
  isOptional: true,
  wrong: { 'src/lib.rs': rustSource('sum - 5', 'item') },
  right: {
    'src/lib.rs': rustSource(
      'sum',
      'items',
      '\n/// The total less a discount in percent.\npub fn discounted(items: &[(i64, i64)], percent: i64) -> i64 {\n    total(items) * (100 - percent) / 100\n}\n',
    ),
    'tests/cart.rs': `${RUST_TESTS.replace('use cart::{label', 'use cart::{discounted, label')}
#[test]
fn a_discount() {
    assert_eq!(discounted(&ITEMS, 25), 15);
}
`,
  },
  red: {
    'tests/cart.rs': `${RUST_TESTS}\n#[test]\nfn added_by_hand() {\n    assert_eq!(total(&ITEMS), 21);\n}\n`,
  },
}

const PACKAGE = 'src/main/java/org/example/Cart.java'
const CART_TEST = 'src/test/java/org/example/CartTest.java'
const javaSource = (result: string, label: string, more = '') => `package org.example;

/** What a cart costs. */
public final class Cart {
    private Cart() {}

    public static int total(int[][] items) {
        int sum = 0;
        for (int[] item : items) sum += item[0] * item[1];
        return ${result};
    }

    public static String label(int[][] items) {
        return items.length + " ${label}";
    }
${more}}
`
const javaTests = (more = '') => `package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CartTest {
    private static final int[][] ITEMS = {{4, 3}, {8, 1}};

    @Test
    void totalOfAllItems() {
        assertEquals(20, Cart.total(ITEMS));
    }

    @Test
    void labelOfTwo() {
        assertEquals("2 items", Cart.label(ITEMS));
    }
${more}}
`
export const pom = (surefire = '', more = '') => `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.example</groupId>
  <artifactId>cart</artifactId>
  <version>1.0.0</version>
  <properties>
    <maven.compiler.source>17</maven.compiler.source>
    <maven.compiler.target>17</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>org.junit.jupiter</groupId>
      <artifactId>junit-jupiter</artifactId>
      <version>5.10.2</version>
      <scope>test</scope>
    </dependency>
  </dependencies>
  <build>
    <plugins>
      <plugin>
        <groupId>org.apache.maven.plugins</groupId>
        <artifactId>maven-resources-plugin</artifactId>
        <version>3.3.1</version>
      </plugin>
      <plugin>
        <groupId>org.apache.maven.plugins</groupId>
        <artifactId>maven-compiler-plugin</artifactId>
        <version>3.13.0</version>
      </plugin>
      <plugin>
        <groupId>org.apache.maven.plugins</groupId>
        <artifactId>maven-surefire-plugin</artifactId>
        <version>3.2.5</version>${surefire}
      </plugin>${more}
    </plugins>
  </build>
</project>
`

/** JUnit, with what lies in Maven's folder at home. */
export const maven: Project = {
  runner: 'maven',
  files: {
    '.gitignore': 'target\n',
    '.mvn/maven.config': '-o\n-q\n',
    'pom.xml': pom(),
    [PACKAGE]: javaSource('sum', 'items'),
    [CART_TEST]: javaTests(),
  },
  test: 'mvn test',
  needs: [
    onPath('mvn'),
    join(homedir(), '.m2/repository/org/junit/jupiter/junit-jupiter/5.10.2'),
    join(homedir(), '.m2/repository/org/apache/maven/plugins/maven-surefire-plugin/3.2.5'),
  ],
  isOptional: true,
  wrong: { [PACKAGE]: javaSource('sum - 5', 'item') },
  right: {
    [PACKAGE]: javaSource(
      'sum',
      'items',
      '\n    public static int discounted(int[][] items, int percent) {\n        return total(items) * (100 - percent) / 100;\n    }\n',
    ),
    [CART_TEST]: javaTests(
      '\n    @Test\n    void discount() {\n        assertEquals(15, Cart.discounted(ITEMS, 25));\n    }\n',
    ),
  },
  red: {
    [CART_TEST]: javaTests(
      '\n    @Test\n    void addedByHand() {\n        assertEquals(21, Cart.total(ITEMS));\n    }\n',
    ),
  },
}
