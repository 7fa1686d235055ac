package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.TaskInfo;
import io.delayqueue.limit.KeyOrder;
import io.delayqueue.limit.KeyOrder.OnRetry;
import io.delayqueue.store.LimitStore.Declaration;
import io.delayqueue.store.Rules.LeaseRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Steps of tests of keys: tasks of one topic, whose due times are some milliseconds behind a time long ago. */
public abstract class KeysFixture extends StoreContract {

    protected static final String ERROR = "{\"message\":\"no\"}";

    private static final long LONG_AGO = 1_000_000_000_000L;

    /** Newest deliveries by id. */
    private final Map<String, Delivery> leased = new LinkedHashMap<>();

    protected KeysFixture(StoreUnderTest underTest) {
        super(underTest);
    }

    /** Declares an order that no other instance declares otherwise. */
    protected final void order(int concurrency, OnRetry onRetry) {
        declare(new LeaseRule(List.of(), new KeyOrder(concurrency, onRetry), 1, 0));
    }

    protected final void declare(LeaseRule rule) {
        Declaration declaration = new Declaration(List.of(), Map.of("t", rule));
        underTest().limits().declare(group, declaration, (field, text) -> false);
    }

    protected final @Nullable KeyOrder storedOrder() {
        return topics().keys(topic, 1).order();
    }

    protected static NewTask keyed(String id, @Nullable String key, long due) {
        return keyed(id, key, due, Priority.NORMAL, IfExists.REPLACE);
    }

    protected static NewTask keyed(String id, @Nullable String key, long due, Priority priority, IfExists ifExists) {
        byte[] detail = detail(key == null ? "t" : "t:" + key, id);
        return new NewTask("t", id, LONG_AGO + due, false, detail, TestTasks.mode(priority, ifExists, false));
    }

    /** Adds tasks of the key "k" that are due in their order, and makes them ready or behind. */
    protected final void ready(String... ids) {
        NewTask[] tasks = new NewTask[ids.length];
        Arrays.setAll(tasks, i -> keyed(ids[i], "k", i + 1));
        ready(tasks);
    }

    protected final void ready(NewTask... tasks) {
        add(tasks);
        pushAll();
    }

    /** Leases all that may be leased; returns their ids in the order of the lease. */
    protected final List<String> lease() {
        return lease(100);
    }

    protected final List<String> lease(int limit) {
        return lease(LEASE, limit);
    }

    protected final List<String> lease(Duration lease, int limit) {
        List<ReservedTask> tasks = store().reserve(topic, "i", lease, limit).tasks();
        tasks.forEach(task -> leased.put(id(task), task.delivery()));
        return tasks.stream().map(StoreFixture::id).toList();
    }

    /** Leases and finishes one task after another; returns their ids. */
    protected final List<String> oneAfterAnother() {
        List<String> ids = new ArrayList<>();
        for (List<String> next = lease(1); !next.isEmpty(); next = lease(1)) {
            ids.addAll(next);
            finish(next.get(0));
        }
        return ids;
    }

    protected final Delivery delivery(String id) {
        return leased.get(id);
    }

    protected final void finish(String... ids) {
        end(Outcome.Finished::new, ids);
    }

    protected final void end(Function<Delivery, Outcome> outcome, String... ids) {
        assertThat(acknowledge(Arrays.stream(ids).map(this::delivery).toList(), outcome))
                .isEmpty();
    }

    /** Ends attempts that have failed, or were postponed. */
    protected final void retry(long delayMillis, boolean counts, String... ids) {
        end(delivery -> new Outcome.Retry(delivery, delayMillis, ERROR, counts), ids);
    }

    protected final void reschedule(String id, long due) {
        store().reschedule(group, id, LONG_AGO + due, false);
    }

    /** Makes a task wait for longer than the test lasts. */
    protected final void postpone(String id) {
        store().reschedule(group, id, 60_000, true);
    }

    protected final boolean edit(String id, long time) {
        return store().edit(group, id, (json, task) -> new TaskEdit.Edited(json, time));
    }

    protected final List<String> ofKey(String key) {
        return ids(topics().tasksOfKey(topic, key, 100));
    }

    protected static List<String> ids(List<TaskInfo> tasks) {
        return tasks.stream().map(TaskInfo::id).toList();
    }

    protected final boolean isSignalled() {
        return underTest().takeSignal(group, "t");
    }
}
