package io.delayqueue.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.entry;

import org.junit.jupiter.api.Test;

class MarkedTextTests {

    private final MarkedText text = new MarkedText("""
            # Title

            ```java
            class Unmarked {}
            ```

            ## Use it

            <!-- code: one -->
            ```java
            class One {
            }
            ```

            <!-- code: far -->

            ```java
            class Far {}
            ```

            <!-- output: one -->
            ```text
            Order 42 (of 7), attempt 1
            ```

            ## Run it

            ```shell
            mvn one
            ```
            Text.
            ```shell
            mvn two
            mvn three
            ```

            ## End

            ```shell
            mvn four
            ```
            """);

    @Test
    void codeShouldBeTheBlockDirectlyAfterItsMark() {
        assertThat(text.code("one")).isEqualTo("class One {\n}\n");
    }

    @Test
    void codeWhenMarkIsMissingShouldFail() {
        assertThatIllegalStateException()
                .isThrownBy(() -> text.code("two"))
                .withMessage("There is no java block after <!-- code: two -->");
    }

    @Test
    void codeWhenBlockIsNotDirectlyAfterItsMarkShouldFail() {
        assertThatIllegalStateException().isThrownBy(() -> text.code("far"));
    }

    @Test
    void codeWhenLanguageIsAnotherShouldFail() {
        MarkedText other = new MarkedText("<!-- code: one -->\n```kotlin\nclass One\n```\n");
        assertThatIllegalStateException().isThrownBy(() -> other.code("one"));
    }

    @Test
    void outputShouldBeTheWholeLine() {
        assertThat("before\nOrder 42 (of 7), attempt 1\nafter").containsPattern(text.output("one"));
        assertThat("Order 42 (of 7), attempt 2").doesNotContainPattern(text.output("one"));
        assertThat("Order 42 (of 7), attempt 1!").doesNotContainPattern(text.output("one"));
        assertThat("An Order 42 (of 7), attempt 1").doesNotContainPattern(text.output("one"));
    }

    @Test
    void outputWhenMarkIsMissingShouldFail() {
        assertThatIllegalStateException().isThrownBy(() -> text.output("two"));
    }

    @Test
    void blockUnderShouldBeTheFirstUnderItsHeading() {
        assertThat(text.blockUnder("Run it", "shell")).isEqualTo("mvn one\n");
        assertThatIllegalStateException().isThrownBy(() -> text.blockUnder("Run it", "xml"));
        assertThatIllegalStateException().isThrownBy(() -> text.blockUnder("Nowhere", "shell"));
    }

    @Test
    void linesUnderShouldBeThoseOfAllBlocksUnderItsHeading() {
        assertThat(text.linesUnder("Run it", "shell")).containsExactly("mvn one", "mvn two", "mvn three");
    }

    @Test
    void filesShouldBeWholeOnesInTheOrderOfThePage() {
        String two = "package a.b;\n\n@Two\npublic class Two {\n    class Inner {}\n}\n";
        String one = "package a;\n\nrecord One() {}\n";
        MarkedText page = new MarkedText("```java\n" + two + "```\n```java\nint i;\n```\n```java\n" + one + "```\n");
        assertThat(page.files()).containsExactly(entry("a/b/Two.java", two), entry("a/One.java", one));
    }

    @Test
    void pathInTheDefaultPackageShouldHaveNoFolder() {
        assertThat(MarkedText.path("import a.B;\n\npublic class One {}\n")).isEqualTo("One.java");
    }
}
