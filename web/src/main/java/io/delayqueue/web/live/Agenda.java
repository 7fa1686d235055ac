package io.delayqueue.web.live;

import io.delayqueue.TopicName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What to ask next. The register comes first when it is due, and what time it is once pages have their first counts; the others take turns, so that none waits for ever: topics that pages
 * show, instances, and twice as often all topics, those that have waited longest. A call counts as many topics as it can.
 */
final class Agenda {

    /** How many topics one call of the store counts. */
    static final int MOST_TOPICS = 200;

    private static final long REGISTER_DUE = Duration.ofSeconds(5).toNanos();

    private static final long TIME_DUE = Duration.ofSeconds(30).toNanos();

    /** A little less than the two seconds after which pages are told: they shall be told something new. */
    private static final long DUE = Duration.ofMillis(1_900).toNanos();

    /** How much more the age of what pages show weighs. */
    private static final long WANTED_WEIGHT = 3;

    private enum Turn {
        ALL,
        WANTED,
        ALL_AGAIN,
        INSTANCES
    }

    private final Age askedForRegister = new Age();

    private final Age askedForTime = new Age();

    private boolean counting;

    private int turn;

    /**
     * Finds what to ask now, and notes that it is asked.
     *
     * @param groups what is known
     * @param wanted what pages show
     * @param now by {@link System#nanoTime}
     * @return what to ask; null if nothing is due
     */
    @Nullable
    Ask next(Map<String, GroupState> groups, Wanted wanted, long now) {
        if (askedForRegister.at(now) >= REGISTER_DUE) {
            askedForRegister.done(now);
            return Ask.forRegister();
        }
        if (counting && !groups.isEmpty() && askedForTime.at(now) >= TIME_DUE) {
            askedForTime.done(now);
            return Ask.forTime(wanted.groups().stream()
                    .min(Comparator.naturalOrder())
                    .orElseGet(() -> groups.keySet().iterator().next()));
        }
        for (int i = 0; i < Turn.values().length; i++) {
            Turn next = Turn.values()[turn];
            turn = (turn + 1) % Turn.values().length;
            Ask ask =
                    switch (next) {
                        case WANTED -> counts(groups, wanted.topics(), wanted.topics()::contains, now);
                        case ALL, ALL_AGAIN -> counts(groups, wanted.topics(), topic -> true, now);
                        case INSTANCES -> instances(groups.values(), wanted.groups(), now);
                    };
            if (ask != null) {
                counting = true;
                return ask;
            }
        }
        return null;
    }

    private @Nullable Ask counts(
            Map<String, GroupState> groups, Set<TopicName> wanted, Predicate<TopicName> candidate, long now) {
        GroupState longest = null;
        long age = DUE - 1;
        for (GroupState group : groups.values()) {
            for (TopicState topic : group.topics()) {
                if (topic.asked.at(now) > age && candidate.test(topic.name)) {
                    age = topic.asked.at(now);
                    longest = group;
                }
            }
        }
        if (longest == null) {
            return null;
        }
        List<TopicState> chunk = new ArrayList<>(longest.topics());
        // Those that are candidates only, if they alone fill the call.
        chunk.sort(Comparator.comparing((TopicState topic) -> !candidate.test(topic.name))
                .thenComparing(Comparator.comparingLong((TopicState topic) -> topic.asked.at(now))
                        .reversed())
                .thenComparing(topic -> !wanted.contains(topic.name)));
        chunk = chunk.subList(0, Math.min(MOST_TOPICS, chunk.size()));
        chunk.forEach(topic -> topic.asked.done(now));
        return Ask.forCounts(
                longest.name, chunk.stream().map(topic -> topic.name.topic()).collect(Collectors.toList()));
    }

    private static @Nullable Ask instances(Collection<GroupState> groups, Set<String> wanted, long now) {
        GroupState longest = null;
        long most = DUE - 1;
        for (GroupState group : groups) {
            long age = group.askedForInstances.at(now);
            if (age < DUE) {
                continue;
            }
            long weighed =
                    wanted.contains(group.name) && age < Long.MAX_VALUE / WANTED_WEIGHT ? age * WANTED_WEIGHT : age;
            if (weighed > most) {
                most = weighed;
                longest = group;
            }
        }
        if (longest == null) {
            return null;
        }
        longest.askedForInstances.done(now);
        return Ask.forInstances(longest.name);
    }
}
