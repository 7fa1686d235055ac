package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.example.shop.PlainJava;
import io.delayqueue.Task;
import io.delayqueue.testing.QuotedCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Compares docs/testing.md with code of tests that this build runs, and with real messages. */
@ExtendWith(OutputCaptureExtension.class)
class TestingPageTests {

    private static final Path SOURCES = Path.of("src", "test", "java", "com", "example", "shop");

    private static final Path PAGE = Path.of("..", "docs", "testing.md");

    private final String page = Files.readString(PAGE);

    private final DelayQueueTestKit kit = DelayQueueTestKit.builder()
            .startAt(Instant.parse("2026-01-01T00:00:00Z"))
            .configure(engine -> engine.callback("orders", "ship", Map.class, (order, context) -> {}))
            .build();

    TestingPageTests() throws IOException {}

    record CancelOrder(long number) {}

    @AfterEach
    void close() {
        kit.close();
    }

    @Test
    void allCodeShouldBeThatOfTests() {
        QuotedCode.in(PAGE).assertAllMarked();
    }

    @ParameterizedTest
    @ValueSource(strings = {"docs/testing.md", "docs/getting-started.md", "docs/changing-payloads.md", "README.md"})
    void markedCodeShouldBeThatOfTests(String page) {
        QuotedCode.in(Path.of("..").resolve(page)).assertFrom(SOURCES);
    }

    @Test
    void kitShouldWorkWithoutJUnit(CapturedOutput output) {
        PlainJava.main(new String[0]);
        assertThat(output.getOut())
                .contains("Reminding Alice at 2026-01-31T00:00:00Z\n1 call, and now it is 2026-01-31T00:00:00Z");
    }

    @Test
    void messageOfAMissingTaskShouldBeThatOfThePage() {
        kit.service()
                .addTask(Task.of("orders", "cancel-unpaid")
                        .payload(new CancelOrder(42))
                        .delay(Duration.ofMinutes(20))
                        .id("cancel-42")
                        .build());
        kit.service()
                .addTask(Task.of("orders", "ship")
                        .payload(Map.of("number", 41))
                        .id("ship-41")
                        .build());
        kit.nextCallback("orders", "ship").fails(new IllegalStateException("The van has broken down"));
        kit.runDue();
        assertThat(message(() -> assertThat(kit)
                        .hasTask("orders", "cancel-unpaid")
                        .withPayload(new CancelOrder(42))
                        .dueIn(Duration.ofMinutes(30))))
                .isEqualTo(text("message: due"));
    }

    private String text(String mark) {
        Matcher text = Pattern.compile("(?ms)^<!-- " + Pattern.quote(mark) + " -->\n```text\n(.*?)\n```$")
                .matcher(page);
        assertThat(text.find()).as(mark).isTrue();
        return text.group(1);
    }

    private static String message(ThrowingCallable assertion) {
        return catchThrowableOfType(AssertionError.class, assertion).getMessage();
    }
}
