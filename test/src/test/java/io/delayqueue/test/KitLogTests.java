package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.delayqueue.IfExists;
import io.delayqueue.RetryTaskException;
import io.delayqueue.test.faults.StoreCall;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Log of a test about failed tasks. */
class KitLogTests extends WithKit {

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.delayqueue.internal.drive.TaskEventLog");

    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void leave() {
        logger.detachAppender(lines);
    }

    private List<String> said() {
        List<String> said = lines.list.stream()
                .map(line -> line.getLevel() + " " + line.getFormattedMessage())
                .toList();
        lines.list.clear();
        return said;
    }

    private void fail() {
        on((payload, task) -> {
            throw new IllegalStateException("no " + payload);
        });
    }

    @Test
    void everyAdvanceShouldSayWhatFailedInIt() {
        fail();
        add(task("a").maxAttempts(1));
        add(task("b").maxAttempts(1));
        kit.runDue();
        assertThat(lines.list).allMatch(line -> line.getThrowableProxy() != null);
        assertThat(said()).hasSize(2).last().asString().startsWith("WARN").contains("no b");
        add(task("c").maxAttempts(1));
        kit.advance(Duration.ofSeconds(1));
        assertThat(said()).singleElement().asString().startsWith("WARN").contains("a task in ", "no c");
        kit.advance(Duration.ofSeconds(1));
        assertThat(said()).isEmpty();
    }

    @Test
    void holdThatIsCutShouldBeSaid() {
        on((payload, task) -> {
            if (kit.now().equals(START)) {
                throw RetryTaskException.holdTopic(Duration.ofHours(payload.equals("cut") ? 25 : 24), "429");
            }
        });
        add(task("kept"));
        kit.runDue();
        assertThat(said()).noneMatch(line -> line.contains("shorter"));
        kit.service().topic("g", "t").resume();
        add(task("cut"));
        kit.runDue();
        assertThat(said())
                .anyMatch(line -> line.startsWith("WARN")
                        && line.contains(
                                "for a shorter time than asked for, which is longer than delayqueue.max-hold"));
    }

    @Test
    void clearedQueueShouldSayWhatFailsAsIfForTheFirstTime() {
        fail();
        add(task("a").maxAttempts(1).delay(Duration.ofHours(1)));
        kit.advance(Duration.ofHours(1));
        kit.clear();
        said();
        add(task("b").maxAttempts(1));
        kit.runDue();
        assertThat(said()).singleElement().asString().contains("a task went", "no b");
    }

    @Test
    void outcomeThatCameTooLateShouldBeSaidWhenTheLeaseWasLost() {
        on((payload, task) -> {
            if (task.attempt() == 1) {
                kit.nextStoreCall(StoreCall.RENEW).fails(1_000);
                kit.spend(Duration.ofSeconds(31));
            }
        });
        add(task("a"));
        kit.advance(Duration.ofMinutes(5));
        assertThat(said()).anyMatch(line -> line.startsWith("WARN") && line.contains("came too late"));
    }

    @Test
    void outcomeOfATaskThatWasRemovedOrReplacedShouldNotBeSaid() {
        on((payload, task) -> {
            if (payload.equals("removed")) {
                kit.service().removeTask("g", payload);
            } else if (task.attempt() == 1 && log.isEmpty()) {
                log(payload);
                add(task("replaced").delay(Duration.ofHours(9)).ifExists(IfExists.REPLACE));
            }
            assertThat(task.isCancelled()).isTrue();
        });
        add(task("removed"));
        add(task("replaced"));
        kit.runDue();
        assertThat(said()).isEmpty();
    }
}
