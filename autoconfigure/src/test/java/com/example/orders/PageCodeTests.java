package com.example.orders;

import io.delayqueue.testing.QuotedCode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Code in pages. */
class PageCodeTests {

    private static final Path SOURCES = Path.of("src", "test", "java", "com", "example", "orders");

    private static final Path OF_JDBC = Path.of("..", "jdbc").resolve(SOURCES);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "batches.md",
                "concepts.md",
                "configuration.md",
                "history.md",
                "limits.md",
                "listeners.md",
                "managed-redis.md",
                "observability.md",
                "operations.md",
                "order.md",
                "pull-consumers.md",
                "redis-setup.md",
                "tasks.md"
            })
    void codeShouldBeThatOfTests(String page) {
        QuotedCode code = QuotedCode.in(Path.of("..", "docs", page));
        code.assertAllMarked();
        code.assertFrom(SOURCES, OF_JDBC);
    }

    @Test
    void codeOfTransactionsShouldBeThatOfASampleOrOfTests() {
        QuotedCode code = QuotedCode.in(Path.of("..", "docs", "transactions.md"));
        code.assertAllMarked();
        code.assertFrom(Path.of("..", "samples", "order-outbox").resolve("src/main/java/com/example/orders"), OF_JDBC);
    }

    @Test
    void codeOfScalingShouldBeThatOfASample() {
        QuotedCode code = QuotedCode.in(Path.of("..", "docs", "scaling.md"));
        code.assertAllMarked();
        code.assertFrom(Path.of("..", "samples", "several-groups", "src", "main", "java", "com", "example", "groups"));
    }

    @Test
    void kotlinShouldBeThatOfTests() {
        QuotedCode.in(Path.of("..", "docs", "listeners.md"))
                .assertKotlinFrom(Path.of(
                        "src",
                        "test",
                        "kotlin",
                        "io",
                        "delayqueue",
                        "autoconfigure",
                        "listener",
                        "KotlinListeners.kt"));
    }
}
