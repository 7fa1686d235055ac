package io.delayqueue.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Each mechanism by which a change is made once, beside the same scenario without the mechanism, in which the change makes a second task. */
class MechanismsTests extends OutboxFixture {

    @Override
    TestDatabase create() {
        return TestServers.h2();
    }

    /** The change is made, its reply is lost, its task finishes, and the change is sent again. */
    private void sendAgain() {
        commit(() -> add("a"));
        store.loseNextReply();
        outbox.sweep();
        engine.service().removeTask(GROUP, "a");
        outbox.sweep();
        assertThat(store.calls).hasSize(2);
        assertThat(rows()).isZero();
    }

    @Test
    void changeThatIsSentAgainShouldBeRecognisedByItsName() {
        sendAgain();
        assertThat(find("a")).isEmpty();
    }

    @Test
    void changeThatIsSentAgainUnderAnotherNameShouldMakeASecondTask() {
        store.takeOutNames();
        sendAgain();
        assertThat(find("a")).isPresent();
    }

    /** An instance hangs between the reading of the row and the call. Meanwhile another one makes the change, and the store forgets its name. */
    private void sendForgotten() {
        commit(() -> add("a"));
        Outbox other = outbox(store, Duration.ofHours(1));
        store.beforeNext(() -> {
            other.sweep();
            engine.service().removeTask(GROUP, "a");
            clock.pass(Duration.ofMinutes(11));
            commit(() -> add("b"));
            // Its first call may be late, because the clock has gone faster than it knows.
            other.sweep();
            other.sweep();
        });
        outbox.sweep();
        assertThat(rows()).isZero();
    }

    @Test
    void changeThatIsSentWhenItsNameIsForgottenShouldBeTooLate() {
        sendForgotten();
        assertThat(find("a")).isEmpty();
    }

    @Test
    void changeThatIsSentWithoutADeadlineWhenItsNameIsForgottenShouldMakeASecondTask() {
        store.takeOutDeadlines();
        sendForgotten();
        assertThat(find("a")).isPresent();
    }
}
