package io.delayqueue.web.security;

import io.delayqueue.testing.QuotedCode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Code in docs/security.md. */
class SecurityPageTests {

    @Test
    void markedCodeShouldBeThatOfTests() {
        QuotedCode.in(Path.of("..", "docs", "security.md"))
                .assertFrom(Path.of("src", "test", "java", "io", "delayqueue", "web", "security"));
    }
}
