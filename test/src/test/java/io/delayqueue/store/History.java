package io.delayqueue.store;

import io.delayqueue.redis.ClockedRedis;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Random steps on two stores. If these differ, or an invariant does not hold, the history is shortened to few steps that show this. */
final class History {

    private static final int MAX_TRIES = 400;

    private final ClockedRedis redis;

    private final String group = "g" + UUID.randomUUID();

    private final long seed;

    private final boolean keys;

    private final boolean losesReplies;

    private final boolean losesWrites;

    private final List<Step> steps = new ArrayList<>();

    History(ClockedRedis redis, long seed, boolean keys, boolean losesReplies, boolean losesWrites) {
        this.redis = redis;
        this.seed = seed;
        this.keys = keys;
        this.losesReplies = losesReplies;
        this.losesWrites = losesWrites;
    }

    /** Makes so many steps; returns them. */
    List<Step> make(int number) {
        TwoStores stores = new TwoStores(redis, group);
        RandomSteps random =
                new RandomSteps(stores, new Draw(new Random(seed), stores, keys), losesReplies, losesWrites);
        try {
            while (steps.size() < number) {
                steps.add(random.next());
                stores.make(steps.get(steps.size() - 1));
            }
            stores.checkEverything();
        } catch (AssertionError | RuntimeException failure) {
            throw shortened(failure);
        }
        return steps;
    }

    private AssertionError shortened(Throwable first) {
        List<Step> shortest = List.copyOf(steps);
        int tries = 0;
        for (int size = shortest.size() / 2; size > 0; size = size / 2) {
            for (int from = shortest.size() - size; from >= 0 && tries++ < MAX_TRIES; from -= size) {
                List<Step> shorter = new ArrayList<>(shortest);
                shorter.subList(from, Math.min(from + size, shorter.size())).clear();
                shortest = fails(shorter, first) ? shorter : shortest;
            }
        }
        for (int at = 0; at < shortest.size(); at++) {
            List<Step> without = new ArrayList<>(shortest);
            without.set(at, shortest.get(at).withoutLoss());
            shortest = fails(without, first) ? without : shortest;
        }
        Throwable failure = failure(shortest);
        StringBuilder text = new StringBuilder(
                "seed " + seed + ", step " + steps.size() + ", shortened to " + shortest.size() + " steps: " + failure);
        shortest.forEach(step -> text.append("\n  ").append(step));
        return new AssertionError(text.toString(), failure);
    }

    private boolean fails(List<Step> some, Throwable first) {
        Throwable failure = failure(some);
        return failure != null && kind(failure).equals(kind(first));
    }

    /** What differed, which is in brackets. */
    private static String kind(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        return failure.getClass() + message.substring(0, Math.max(0, message.indexOf(' ')));
    }

    private @Nullable Throwable failure(List<Step> some) {
        TwoStores stores = new TwoStores(redis, group);
        try {
            for (Step step : some) {
                stores.make(step);
                stores.checkEverything();
            }
            return null;
        } catch (AssertionError | RuntimeException e) {
            return e;
        }
    }
}
