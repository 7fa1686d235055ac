package io.delayqueue.benchmarks.workload;

import io.delayqueue.benchmarks.contender.Arrivals;
import io.delayqueue.benchmarks.contender.Item;
import io.delayqueue.benchmarks.contender.OpenQueue;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/** Records added tasks. */
final class RecordingQueue implements OpenQueue {

    final Queue<List<Item>> added = new ConcurrentLinkedQueue<>();

    private final Consumer<List<Item>> before;

    /** Action before each add. */
    RecordingQueue(Consumer<List<Item>> before) {
        this.before = before;
    }

    List<Item> items() {
        return added.stream().flatMap(List::stream).toList();
    }

    @Override
    public Runnable adding(List<Item> items) {
        return () -> {
            before.accept(items);
            added.add(List.copyOf(items));
        };
    }

    @Override
    public void consume(Collection<String> topics, Arrivals arrivals) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Runnable cancelling(List<Item> items) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long remaining(String topic) {
        return items().size();
    }

    @Override
    public void close() {}
}
