package io.delayqueue.memory;

import io.delayqueue.TaskState;
import io.delayqueue.limit.KeyOrder;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.Rate;
import io.delayqueue.store.Rules;
import io.delayqueue.store.Rules.LeaseRule;
import io.delayqueue.store.TaskEdit;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Limits of a group, and the limits and holds of its topics, in memory. Changed under the group's lock only. */
final class MemoryRules {

    /** Microseconds whose tokens are waited for together, because a wait for each token would be too short. */
    private static final long WAIT_MICROS = 10_000;

    private static final double MICROS_OF_A_MILLI = 1_000;

    private final MemoryGroup group;

    private Rules rules;

    /**
     * Tokens that a limit has spent.
     *
     * @param micros microseconds since the epoch up to which tokens are spent
     * @param topic the topic whose tasks were leased last
     * @param delivery the number of the newest delivery
     */
    private record Spent(long micros, String topic, long delivery) {

        static Spent of(String text) {
            String[] parts = text.split("\\|");
            return new Spent(Long.parseLong(parts[0]), parts[1], Long.parseLong(parts[2]));
        }

        String text() {
            return micros + "|" + topic + "|" + delivery;
        }
    }

    MemoryRules(MemoryGroup group) {
        this.group = group;
        this.rules = new Rules(group.name, Map.of());
    }

    /** Changes the rules, unless the change throws. A limit leaves with its spent tokens, and a smaller burst takes effect now. */
    <T> T change(Function<Rules, T> change) {
        Rules changed = new Rules(group.name, rules.texts());
        T result = change.apply(changed);
        rules = changed;
        for (String field : List.copyOf(rules.texts().keySet())) {
            Limit limit = field.startsWith(Rules.SPENT) ? rules.limit(field.replace(Rules.SPENT, Rules.LIMIT)) : null;
            if (limit != null) {
                spent(limit);
            } else if (field.startsWith(Rules.SPENT)) {
                rules.put(field, "");
            }
        }
        return result;
    }

    /** Returns to what was declared last. */
    void clear() {
        Map<String, String> declared = rules.texts();
        rules = new Rules(group.name, Map.of());
        declared.forEach((field, text) -> {
            if (field.startsWith(Rules.DECLARED)) {
                rules.put(field, text);
                rules.define(field.substring(1), text);
            }
        });
    }

    /**
     * Holds a limit, or a topic if there is no limit or the topic does not have it, at least until a time.
     *
     * @return whether the topic is held
     */
    boolean holdLonger(String topic, @Nullable String name, long until) {
        boolean isLimit = name != null && rules.names(topic).contains(name) && rules.limit(Rules.LIMIT + name) != null;
        String field = isLimit ? Rules.LIMIT + name : topic;
        rules.hold(field, Math.max(rules.until(field), until));
        return !isLimit;
    }

    /** Returns whether a topic is held or paused. */
    boolean isHeld(String topic) {
        return rules.until(topic) > group.now().millis();
    }

    /** Returns the end of the hold of a topic; null if the topic is paused or not held. */
    @Nullable
    Instant heldUntil(String topic) {
        long until = rules.until(topic);
        return isHeld(topic) && until < TaskEdit.PAUSED_UNTIL ? Instant.ofEpochMilli(until) : null;
    }

    boolean isLimited(String topic) {
        return !rules.names(topic).isEmpty();
    }

    /** Returns the order of the tasks of a topic that have a key. */
    KeyOrder keyOrder(String topic) {
        KeyOrder order = rules.rule(topic).keyOrder();
        return order == null ? KeyOrder.DEFAULT : order;
    }

    /** Gives a topic an order of keys unless it has one, because a task with a key was added. */
    void orderKeys(String topic) {
        rules.define(topic, rules.rule(topic).withOrder(KeyOrder.DEFAULT).text());
    }

    /** Returns whether a lease takes ready tasks alone, because only a push knows which of the due ones come first. */
    boolean leavesDueToPush(String topic) {
        LeaseRule rule = rules.rule(topic);
        return rule.keyOrder() != null || rule.least() > 1;
    }

    LeaseRule rule(String topic) {
        return rules.rule(topic);
    }

    /** Returns how many tasks of a topic may be leased. */
    Allowance allowance(String topic) {
        TopicTasks tasks = group.topic(topic);
        int ready = tasks.size(TaskState.READY) + tasks.keys.behind.size();
        int least = rules.rule(topic).least();
        Allowance allowance = Allowance.until(rules.until(topic), group.now());
        for (Limit limit : limits(topic)) {
            String field = Rules.LIMIT + limit.name();
            List<String> topics = rules.names(field);
            int last = topics.indexOf(spent(limit).topic());
            int turn = Math.floorMod(topics.indexOf(topic) - last - 1, topics.size());
            allowance = allowance.and(Allowance.until(rules.until(field), group.now())
                    .and(places(limit, topics))
                    .and(tokens(limit, ready < least ? 1 : least))
                    .later(turn));
        }
        long now = group.now().millis();
        long oldest = tasks.firstReady();
        long ends = oldest + rules.rule(topic).waitMillis();
        // A task that is ready before its time waits for no others.
        boolean waits = least > Math.min(ready, allowance.tasks()) && oldest < now + 2 && ends > now;
        return waits && least > 1 && !isHeld(topic) ? allowance.batch(ready < least, ends) : allowance;
    }

    private List<Limit> limits(String topic) {
        return rules.names(topic).stream()
                .map(name -> rules.limit(Rules.LIMIT + name))
                .filter(Objects::nonNull)
                .toList();
    }

    private Allowance places(Limit limit, List<String> topics) {
        int running = topics.stream()
                .mapToInt(topic -> group.topic(topic).size(TaskState.RESERVED))
                .sum();
        Integer most = limit.concurrency();
        return most == null ? Allowance.ALL : running < most ? new Allowance(most - running, 0) : Allowance.NONE;
    }

    /** Returns the tokens of a limit, and when there are as many as a lease needs. */
    private Allowance tokens(Limit limit, int least) {
        Rate rate = limit.rate();
        if (rate == null) {
            return Allowance.ALL;
        }
        double interval = rate.intervalMicros();
        double left = mostMicros(limit, rate)
                - Math.max(0, spent(limit).micros() - group.now().micros());
        double tokens = Math.min(limit.tokens(), Math.floor(left / interval));
        double wanted = Math.min(limit.tokens(), Math.max(least, Math.floor(WAIT_MICROS / interval)));
        double at = Math.ceil((group.now().micros() + wanted * interval - left) / MICROS_OF_A_MILLI);
        return new Allowance((long) tokens, tokens < least ? (long) at : 0);
    }

    private static double mostMicros(Limit limit, Rate rate) {
        return limit.tokens() * rate.intervalMicros() + Rules.AHEAD_MICROS;
    }

    private Spent spent(Limit limit) {
        return keep(limit, Spent.of(rules.texts().getOrDefault(Rules.SPENT + limit.name(), "0||0")));
    }

    /** Keeps spent tokens. At most all tokens are spent, because the limit was larger before, or the clock was set back. */
    private Spent keep(Limit limit, Spent spent) {
        Rate rate = limit.rate();
        double most = rate == null ? spent.micros() : Math.ceil(group.now().micros() + mostMicros(limit, rate));
        Spent kept = new Spent(Math.min(spent.micros(), (long) most), spent.topic(), spent.delivery());
        rules.put(Rules.SPENT + limit.name(), kept.text());
        return kept;
    }

    /** Counts leased tasks of a topic, and spends their tokens. The topic has the last turn then. */
    void leased(String topic, int tasks, long delivery) {
        for (Limit limit : tasks > 0 ? limits(topic) : List.<Limit>of()) {
            double interval = limit.rate() == null ? 0 : limit.rate().intervalMicros();
            double micros = Math.max(spent(limit).micros(), group.now().micros()) + tasks * interval;
            // A lease that spends no token gives none back.
            long newest = limit.rate() == null ? spent(limit).delivery() : delivery;
            keep(limit, new Spent((long) Math.ceil(micros), topic, newest));
        }
    }

    /** Gives back the token of a task that was too late to begin, but only of the newest delivery, because later ones were allowed by how many were there. */
    void giveBack(String topic, long delivery) {
        for (Limit limit : limits(topic)) {
            Spent spent = spent(limit);
            if (limit.rate() != null && spent.delivery() == delivery) {
                long micros = spent.micros() - (long) limit.rate().intervalMicros();
                keep(limit, new Spent(micros, spent.topic(), delivery));
            }
        }
    }
}
