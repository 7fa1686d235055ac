package io.delayqueue.web.live;

import io.delayqueue.DelayQueueException;
import io.delayqueue.InstanceInfo;
import io.delayqueue.TaskStoreException;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.engine.DelayQueueEngine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Tells who works: what a sampler knows if there is one, else what the store says now, within a time. */
final class InstancesReader {

    /** How many groups are asked for at once, one call each. */
    static final int MOST_GROUPS = 20;

    private static final Duration AT_MOST = Duration.ofSeconds(3);

    private static final int MOST_UNDER_WAY = 4;

    private final LiveStreams streams;

    private final LiveThreads threads;

    private final Semaphore free = new Semaphore(MOST_UNDER_WAY);

    InstancesReader(LiveStreams streams, LiveThreads threads) {
        this.streams = streams;
        this.threads = threads;
    }

    /**
     * Who works.
     *
     * @param complete whether all groups that were meant are in it
     * @param instances all that are known, by group and name
     */
    record Known(boolean complete, List<InstanceInfo> instances) {}

    /**
     * Tells who works for a group, or for all.
     *
     * @throws TaskStoreException if the store does not answer in time, or refuses
     */
    Known read(DelayQueueEngine engine, @Nullable String group) {
        Sampler sampler = streams.sampler(engine);
        Known known = sampler == null ? null : sampled(sampler, group);
        return known != null ? known : ask(engine, group);
    }

    /** Null if nothing of it is known yet. */
    private static @Nullable Known sampled(Sampler sampler, @Nullable String group) {
        return sampler.state().read(groups -> {
            Collection<GroupState> meant = groups.values();
            if (group != null) {
                GroupState one = groups.get(group);
                meant = one == null ? List.of() : List.of(one);
            }
            List<InstanceInfo> all = new ArrayList<>();
            int told = 0;
            for (GroupState each : meant) {
                List<InstanceInfo> instances = each.instances();
                if (instances != null) {
                    told++;
                    all.addAll(instances);
                }
            }
            return told == 0 ? null : new Known(told == meant.size(), all);
        });
    }

    private Known ask(DelayQueueEngine engine, @Nullable String group) {
        if (!free.tryAcquire()) {
            throw new TaskStoreUnavailableException("The store has not answered earlier questions for instances", null);
        }
        try {
            return begin(engine, group).get(AT_MOST.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new TaskStoreUnavailableException("The store did not answer within " + AT_MOST.toMillis() + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TaskStoreUnavailableException("Interrupted while asking the store", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof DelayQueueException known
                    ? known
                    : new TaskStoreException(String.valueOf(e.getCause()), e);
        }
    }

    private CompletableFuture<Known> begin(DelayQueueEngine engine, @Nullable String group) {
        try {
            return CompletableFuture.supplyAsync(() -> now(engine, group), threads.workers())
                    .whenComplete((known, failure) -> free.release());
        } catch (RejectedExecutionException e) {
            free.release();
            throw new TaskStoreUnavailableException("There is no thread to ask the store with", e);
        }
    }

    private static Known now(DelayQueueEngine engine, @Nullable String group) {
        if (group != null) {
            return new Known(true, engine.inspector().instances(group));
        }
        Collection<String> groups = engine.register().topics().keySet();
        List<InstanceInfo> all = new ArrayList<>();
        groups.stream()
                .limit(MOST_GROUPS)
                .forEach(each -> all.addAll(engine.inspector().instances(each)));
        return new Known(groups.size() <= MOST_GROUPS, all);
    }
}
