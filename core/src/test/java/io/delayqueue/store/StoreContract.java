package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.store.DeadLetterStore.FailurePage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** What contracts of stores share: the store, and that after each test a task must be in exactly one structure. */
public abstract class StoreContract extends StoreFixture {

    private final StoreUnderTest underTest;

    protected StoreContract(StoreUnderTest underTest) {
        this.underTest = underTest;
    }

    protected StoreUnderTest underTest() {
        return underTest;
    }

    @Override
    protected TaskStore store() {
        return underTest.tasks();
    }

    @Override
    protected TopicStore topics() {
        return underTest.topics();
    }

    @Override
    protected DeadLetterStore deadLetters() {
        return underTest.deadLetters();
    }

    /** Reads pages of failures from a cursor to the end; none may exceed the limit. */
    protected static List<String> ids(Function<@Nullable String, FailurePage> pages, @Nullable String from, int limit) {
        List<String> ids = new ArrayList<>();
        String cursor = from;
        do {
            FailurePage page = pages.apply(cursor);
            assertThat(page.failures()).hasSizeLessThanOrEqualTo(limit);
            page.failures().forEach(failed -> ids.add(failed.id()));
            cursor = page.cursor();
        } while (cursor != null);
        return ids;
    }

    protected void audit(String auditedGroup) {
        underTest.audit(auditedGroup);
    }

    @AfterEach
    void everyTaskIsInExactlyOneStructure() {
        audit(group);
    }
}
