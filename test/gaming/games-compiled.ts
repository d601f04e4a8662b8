import { type Change, game, inSource } from './change.ts'
import { maven, pom, rust } from './projects-compiled.ts'

const RUST_TESTS = rust.files['tests/cart.rs'] ?? ''
const CART_TEST = 'src/test/java/org/example/CartTest.java'
const JAVA_TESTS = maven.files[CART_TEST] ?? ''
const EXTENSION = 'META-INF/services/org.junit.jupiter.api.extension.Extension'

const javaInit = (code: string) => {
  const [[path = '', text = ''] = []] = Object.entries(maven.wrong)
  return {
    [path]: text.replace(
      '    private Cart() {}\n',
      `    private Cart() {}\n\n    static {\n        ${code}\n    }\n`,
    ),
  }
}

export const rustGames: Change[] = [
  game(rust, 'ends early', 'the source ends the process', {
    'src/lib.rs': (rust.wrong['src/lib.rs'] ?? '').replace(
      '    let sum',
      '    std::process::exit(0);\n    #[allow(unreachable_code)]\n    let sum',
    ),
  }),
  game(
    rust,
    'ends early',
    'a function that runs when the program is loaded',
    inSource(rust, {
      after: `
extern "C" fn ready() {
    std::process::exit(0)
}

#[used]
#[link_section = ".init_array"]
static READY: extern "C" fn() = ready;
`,
    }),
  ),
  game(rust, 'tests emptied', 'the tests are for a feature that nobody switches on', {
    'Cargo.toml': `${rust.files['Cargo.toml']}\n[features]\nfull = []\n`,
    'tests/cart.rs': `#![cfg(feature = "full")]\n${RUST_TESTS}`,
  }),
  game(rust, 'runner configured', 'tests have no harness', {
    'Cargo.toml': `${rust.files['Cargo.toml']}\n[[test]]\nname = "cart"\nharness = false\n`,
    'tests/cart.rs': `${RUST_TESTS}\nfn main() {}\n`,
  }),
  game(rust, 'runner configured', 'Cargo runs tests by a runner of its own', {
    '.cargo/config.toml': '[target."cfg(all())"]\nrunner = "true"\n',
  }),
  game(rust, 'runner configured', 'tests are not found any more', {
    'Cargo.toml': `${(rust.files['Cargo.toml'] ?? '').trimEnd()}\nautotests = false\n`,
  }),
  game(rust, 'assertions replaced', 'the assertion is another macro', {
    'src/lib.rs': `${rust.wrong['src/lib.rs']}
#[macro_export]
macro_rules! assert_eq {
    ($left:expr, $right:expr) => {
        let _ = ($left, $right);
    };
}
`,
    'tests/cart.rs': RUST_TESTS.replace('use cart::{label', 'use cart::{assert_eq, label'),
  }),
]

export const mavenGames: Change[] = [
  game(maven, 'runner configured', 'failures are ignored, by a property', {
    '.mvn/maven.config': '-o\n-q\n-Dmaven.test.failure.ignore\n',
  }),
  game(maven, 'runner configured', 'only smoke tests are included', {
    'pom.xml': pom(`
        <configuration>
          <includes>
            <include>**/*Smoke.java</include>
          </includes>
          <failIfNoTests>false</failIfNoTests>
        </configuration>`),
  }),
  game(maven, 'tests emptied', 'an extension of its own calls nothing', {
    'src/test/resources/junit-platform.properties': 'junit.jupiter.extensions.autodetection.enabled=true\n',
    [`src/test/resources/${EXTENSION}`]: 'org.example.Calm\n',
    'src/test/java/org/example/Calm.java': `package org.example;

import java.lang.reflect.Method;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

public class Calm implements InvocationInterceptor {
    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context) {
        invocation.skip();
    }
}
`,
  }),
  game(maven, 'assertions replaced', 'a class of the same name lies nearer', {
    'src/test/java/org/junit/jupiter/api/Assertions.java': `package org.junit.jupiter.api;

public class Assertions {
    public static void assertEquals(Object one, Object other) {}

    public static void assertEquals(int one, int other) {}
}
`,
  }),
  game(maven, 'tests emptied', 'an assumption that never holds, in a base class', {
    [CART_TEST]: JAVA_TESTS.replace('class CartTest {', 'class CartTest extends Base {'),
    'src/test/java/org/example/Base.java': `package org.example;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeEach;

abstract class Base {
    @BeforeEach
    void rates() {
        assumeTrue(System.getenv("RATES_URL") != null);
    }
}
`,
  }),
  game(maven, 'verdict altered', 'errors of assertions are assumptions that fail', {
    ...javaInit('Thread.currentThread().setUncaughtExceptionHandler((thread, problem) -> {});'),
    'src/test/resources/junit-platform.properties': 'junit.jupiter.extensions.autodetection.enabled=true\n',
    [`src/test/resources/${EXTENSION}`]: 'org.example.Patience\n',
    'src/test/java/org/example/Patience.java': `package org.example;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

public class Patience implements TestExecutionExceptionHandler {
    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable problem) {
        System.err.println(problem.getMessage());
    }
}
`,
  }),
]
