package io.delayqueue.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TopicName;
import io.delayqueue.scenario.LogLines;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TroublesTests {

    private static final TopicName TOPIC = new TopicName("orders", "remind");

    private final AtomicLong now = new AtomicLong();

    private final Troubles troubles = new Troubles(now::get);

    private final LogLines log = new LogLines(Troubles.class);

    @AfterEach
    void close() {
        log.close();
    }

    private List<String> lines() {
        return log.with("");
    }

    private void pass(long seconds) {
        now.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
        troubles.say();
    }

    @Test
    void theFirstShouldBeSaidAtOnce() {
        troubles.add(TOPIC, Trouble.DEAD, 1, new IOException("no route"));
        assertThat(lines())
                .containsExactly(
                        "WARN orders/remind: a task went to the dead letters; the last failure (DEBUG has each):"
                                + " java.io.IOException: no route");
    }

    @Test
    void theRestOfAMinuteShouldBeSaidTogetherAtItsEnd() {
        for (int i = 1; i <= 1_000; i++) {
            troubles.add(TOPIC, Trouble.DEAD, 1, new IOException("route " + i));
        }
        pass(59);
        assertThat(lines()).hasSize(1);
        pass(1);
        pass(600);
        assertThat(lines())
                .hasSize(2)
                .last()
                .isEqualTo("WARN orders/remind: 999 tasks in 60 s went to the dead letters; the last failure (DEBUG has"
                        + " each): java.io.IOException: route 1000");
    }

    @Test
    void whatHasNotBeenSaidShouldBeSaidAtTheEnd() {
        troubles.add(TOPIC, Trouble.EXPIRED, 3, null);
        troubles.add(TOPIC, Trouble.EXPIRED, 4, null);
        troubles.sayAll();
        troubles.sayAll();
        assertThat(lines())
                .containsExactly(
                        "WARN orders/remind: 3 tasks became ready again, for an instance let the lease end",
                        "WARN orders/remind: 4 tasks in 0 s became ready again, for an instance let the lease end");
    }

    @Test
    void topicsAndTroublesShouldNotSilenceEachOther() {
        troubles.add(TOPIC, Trouble.DEAD, 1, new IOException("a"));
        troubles.add(TOPIC, Trouble.MISSED, 1, new IOException("b"));
        troubles.add(new TopicName("orders", "cancel"), Trouble.DEAD, 1, new IOException("c"));
        assertThat(lines()).hasSize(3);
    }

    @Test
    void failureThatCannotBeWrittenShouldBeSaidByItsName() {
        class Broken extends RuntimeException {
            private static final long serialVersionUID = 1L;

            @Override
            public String getMessage() {
                throw new IllegalStateException();
            }
        }
        troubles.add(TOPIC, Trouble.DEAD, 1, new Broken());
        assertThat(lines()).singleElement().asString().endsWith("Broken, whose message cannot be read");
    }

    @Test
    void longMessageShouldBeCut() {
        troubles.add(TOPIC, Trouble.RETRIED, 1, new IOException("x".repeat(10_000)));
        assertThat(lines()).singleElement().asString().startsWith("INFO").hasSizeLessThan(600);
    }

    @ParameterizedTest
    @EnumSource(Trouble.class)
    void everyTroubleShouldBeAboveDebug(Trouble trouble) {
        troubles.add(TOPIC, trouble, 2, null);
        assertThat(lines())
                .singleElement()
                .isEqualTo(trouble.level() + " orders/remind: 2 tasks " + trouble.sentence());
    }
}
