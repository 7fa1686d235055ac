package io.delayqueue.testing;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuotedCodeTests {

    private static final String MARK = "<!-- from: Orders.java -->\n";

    @TempDir
    private Path folder;

    @BeforeEach
    void writeSource() throws IOException {
        Files.writeString(folder.resolve("Orders.java"), """
                import io.delayqueue.Task;

                class Orders {

                    void place() {
                        orders.save(order); // now
                    }

                    void cancel() {}

                    Task task();
                }
                """);
    }

    private QuotedCode page(String mark, String code) throws IOException {
        return QuotedCode.in(
                Files.writeString(folder.resolve("page.md"), "Text\n" + mark + "```java\n" + code + "```\n"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "void place() {\n    orders.save(order);   // now\n}\n",
                "class Orders {\n    // …\n    void cancel() {}\n",
                "import io.delayqueue.Task;\n\nTask task();\n",
                "// …\nvoid place() {\n// …\n"
            })
    void linesOfTheFileShouldPass(String code) throws IOException {
        QuotedCode page = page(MARK, code);
        assertThatCode(() -> page.assertFrom(folder)).doesNotThrowAnyException();
        assertThatCode(page::assertAllMarked).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "orders.save(orders); // now\n",
                "save(order); // now\n",
                "void cancel() {\n",
                "void cancel() {}\n// …\nvoid place() {\n",
                "class Orders {\nvoid cancel() {}\n"
            })
    void otherLinesShouldFail(String code) throws IOException {
        QuotedCode page = page(MARK, code);
        assertThatThrownBy(() -> page.assertFrom(folder))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("the rest of Orders.java");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Task task();\n", "import io.delayqueue.Tasks;\n\nvoid cancel() {}\n"})
    void missingOrOtherImportsShouldFail(String code) throws IOException {
        QuotedCode page = page(MARK, code);
        assertThatThrownBy(() -> page.assertFrom(folder)).isInstanceOf(AssertionError.class);
    }

    @Test
    void codeWithoutAMarkShouldFail() throws IOException {
        QuotedCode page = page("", "class Orders {\n");
        assertThatThrownBy(page::assertAllMarked).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> page.assertFrom(folder)).isInstanceOf(AssertionError.class);
    }
}
