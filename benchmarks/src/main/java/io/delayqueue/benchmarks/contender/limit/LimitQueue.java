package io.delayqueue.benchmarks.contender.limit;

import io.delayqueue.benchmarks.contender.Arrivals;
import io.delayqueue.benchmarks.contender.Item;
import io.delayqueue.benchmarks.contender.OpenQueue;
import io.delayqueue.benchmarks.server.Address;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes prepared bytes and reads replies. An action is one command on a connection that no other thread uses at that time;
 * commands of several threads are not combined.
 */
final class LimitQueue implements OpenQueue {

    private final Wires wires;

    private volatile @Nullable Consumption consumption;

    LimitQueue(Address redis) {
        wires = new Wires(redis);
        wires.call(wire -> {
            for (Step step : Step.values()) {
                wire.write(Commands.load(step));
            }
            return skipped(wire, Step.values().length);
        });
    }

    @Override
    public Runnable adding(List<Item> items) {
        byte[] command = Commands.add(items);
        long earliest = items.stream().mapToLong(Item::dueAt).min().orElseThrow();
        return () -> {
            wires.call(wire -> {
                wire.write(command);
                return skipped(wire, 1);
            });
            Consumption consuming = consumption;
            if (consuming != null) {
                consuming.added(earliest);
            }
        };
    }

    @Override
    public void consume(Collection<String> topics, Arrivals arrivals) {
        consumption = new Consumption(wires, topics, arrivals);
    }

    @Override
    public Runnable cancelling(List<Item> items) {
        List<byte[]> commands = new ArrayList<>();
        for (int from = 0; from < items.size(); from += Commands.MAX_BATCH) {
            commands.add(Commands.remove(items.subList(from, Math.min(items.size(), from + Commands.MAX_BATCH))));
        }
        return () -> wires.call(wire -> {
            commands.forEach(wire::write);
            return skipped(wire, commands.size());
        });
    }

    /** Counts all topics, because it is called with one topic only. */
    @Override
    public long remaining(String topic) {
        Consumption consuming = consumption;
        if (consuming != null) {
            consuming.requireWell();
        }
        return wires.call(wire -> {
            wire.write(Commands.numberOfTasks());
            wire.flush();
            return (Long) Objects.requireNonNull(wire.read());
        });
    }

    private static int skipped(Wire wire, int replies) {
        wire.flush();
        for (int i = 0; i < replies; i++) {
            wire.read();
        }
        return replies;
    }

    @Override
    public void close() {
        try (wires) {
            Consumption consuming = consumption;
            if (consuming != null) {
                consuming.close();
            }
        }
    }
}
