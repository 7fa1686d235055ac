package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UseAccountTests {

    private final List<String> lines = new ArrayList<>();

    private final UseJournal journal = new UseJournal(lines::add);

    @Test
    void aTaskThatIsNowhereShouldBeLost() {
        add("a", "KEEP end").end("ADDED 0");
        assertThat(account("").lost()).containsExactly("a");
        assertThat(account("a").lost()).isEmpty();
        assertThatThrownBy(() -> account("").check()).hasMessageContaining("not there any more");
    }

    @Test
    void aTaskThatHasEndedShouldNotBeLost() {
        add("a", "KEEP end").end("ADDED 0");
        begin("run", "a", "1 0").end("RETURNED");
        add("b", "KEEP fail").end("ADDED 0");
        begin("remove", "?", "").end("b");
        account("").check();
        assertThat(account("").lost()).isEmpty();
        assertThatThrownBy(() -> account("a").check()).hasMessageContaining("finished and still there");
        assertThatThrownBy(() -> account("b").check()).hasMessageContaining("removed and still there");
    }

    @Test
    void eachReplacementShouldAccountForOneTask() {
        add("a", "KEEP end").end("ADDED 0");
        add("b", "REPLACE end").end("REPLACED 0");
        account("b").check();
        assertThat(account("b").lost()).isEmpty();
        assertThat(account("").lost()).hasSize(1);
        add("c", "REPLACE end").end("REPLACED 0");
        assertThat(account("c").lost()).isEmpty();
    }

    @Test
    void whatWasNotConfirmedShouldExcuseOneTask() {
        add("a", "KEEP end").end("ADDED 0");
        begin("remove", "?", "");
        account("").check();
        assertThat(account("").lost()).isEmpty();
    }

    @Test
    void aSecondRunShouldCountUnlessTheFirstFailed() {
        add("a", "KEEP end").end("ADDED 0");
        begin("run", "a", "1 0");
        begin("run", "a", "2 0").end("RETURNED");
        assertThat(account("").doubled()).isEqualTo(1);
        add("b", "KEEP fail").end("ADDED 0");
        begin("run", "b", "1 0");
        begin("run", "b", "2 0").end("RETURNED");
        assertThat(account("").doubled()).isEqualTo(1);
        begin("run", "b", "3 0").end("RETURNED");
        assertThat(account("").doubled()).isEqualTo(2);
    }

    @Test
    void aRunBeforeItsTimeShouldBeEarly() {
        long later = System.currentTimeMillis() + 60_000;
        add("a", "KEEP end").end("ADDED " + later);
        begin("run", "a", "1 0");
        assertThat(account("a").early()).hasSize(1);
        begin("reschedule", "?", "").end("RESCHEDULED");
        assertThat(account("a").early()).isEmpty();
        begin("run", "a", "1 " + later);
        assertThat(account("a").early()).hasSize(1);
    }

    @Test
    void latestRunShouldBeTheOneFurthestBehindItsTime() {
        long now = System.currentTimeMillis();
        add("a", "KEEP end").end("ADDED 0");
        begin("run", "a", "1 " + (now - 5_000));
        begin("run", "a", "2 " + (now - 70_000));
        assertThat(account("a").latestMillis()).isGreaterThanOrEqualTo(70_000);
    }

    private UseJournal.Step add(String task, String how) {
        return begin("add", task, how);
    }

    private UseJournal.Step begin(String kind, String task, String how) {
        return journal.begin(kind, "g", "id", task, how);
    }

    private UseAccount account(String present) {
        return new UseAccount("g/id", UseJournal.read(lines), present);
    }
}
