package io.delayqueue.internal.push;

import io.delayqueue.internal.drive.Driver;
import io.delayqueue.internal.drive.EngineJob;
import io.delayqueue.log.Loggers;
import io.delayqueue.store.Backend;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/** Checks the groups in which nothing is due, many in one call of the store, so that not each of them needs a push a second. */
public final class IdleChecks {

    private static final Logger log = Loggers.of(IdleChecks.class);

    /** Less than a second: a task that is due later wakes no pusher, and a check takes its time. */
    private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(900);

    /** Maximum number of groups of a call, because the calls of tasks that are due wait for it. */
    private static final int MAX_GROUPS = 64;

    private final Backend backend;

    private final String instance;

    private final Driver driver;

    private final Map<String, OfNode> nodes = new HashMap<>();

    public IdleChecks(Backend backend, String instance, Driver driver) {
        this.backend = backend;
        this.instance = instance;
        this.driver = driver;
    }

    /** Checks a group within a second, and once a second from then on, until it has to be pushed: then its pusher is woken. */
    synchronized void add(GroupPusher pusher) {
        if (!pusher.handle().isStopping()) {
            OfNode checks = nodes.computeIfAbsent(backend.node(pusher.group()), OfNode::new);
            checks.resting.putIfAbsent(pusher, driver.time().now());
            checks.handle().start();
        }
    }

    /** Ends the checks of a group whose pusher stops. */
    synchronized void remove(GroupPusher pusher) {
        nodes.values().removeIf(checks -> {
            checks.resting.remove(pusher);
            boolean unused = checks.resting.isEmpty();
            if (unused) {
                checks.handle().stop();
            }
            return unused;
        });
    }

    /** Checks the groups of one node of the store. */
    private final class OfNode extends EngineJob {

        /** The pushers of the groups with the times of their last checks, the one whose check is the longest ago first. */
        private final Map<GroupPusher, Long> resting = new LinkedHashMap<>();

        OfNode(String node) {
            super((name, job) -> driver.nodeJob(node, name, job), "idle-checks-" + node);
        }

        /** Checks a part of the groups: all have their turn within a second, and calls of others in between. */
        @Override
        public long run() {
            long sentAt = driver.time().now();
            Map<String, GroupPusher> part = new HashMap<>();
            int parts;
            synchronized (IdleChecks.this) {
                parts = 1 + resting.size() / MAX_GROUPS;
                resting.keySet().stream()
                        .limit(1 + resting.size() / parts)
                        .forEach(pusher -> part.put(pusher.group(), pusher));
            }
            Set<String> busy = part.isEmpty() ? Set.of() : findBusy(part);
            part.forEach((group, pusher) -> settle(pusher, sentAt, busy.contains(group)));
            synchronized (IdleChecks.this) {
                long now = driver.time().now();
                // Not by the number alone, because the number changes between the turns of a group.
                long oldest = resting.values().stream().findFirst().orElse(now);
                return Math.min(INTERVAL / parts - (now - sentAt), INTERVAL - (now - oldest));
            }
        }

        /** After a failure the groups are pushed, because pushes repeat what fails, and report it. */
        private Set<String> findBusy(Map<String, GroupPusher> part) {
            Map<String, Collection<String>> groups = new HashMap<>();
            part.forEach((group, pusher) -> groups.put(group, pusher.checkedTopics()));
            try {
                return backend.tasks().findBusy(instance, groups);
            } catch (RuntimeException e) {
                log.debug("{} groups could not be checked", part.size(), e);
                return part.keySet();
            }
        }

        private void settle(GroupPusher pusher, long sentAt, boolean busy) {
            boolean rests = !busy && pusher.checked(sentAt);
            synchronized (IdleChecks.this) {
                if (resting.remove(pusher) != null && rests) {
                    resting.put(pusher, sentAt);
                }
            }
            if (!rests) {
                pusher.handle().wake();
            }
        }
    }
}
