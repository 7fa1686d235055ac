package io.delayqueue.monitor;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How late attempts began, as counts by bucket. The buckets are always the same: up to 10 ms one for each millisecond, above that
 * each is about 10 % wider than the one before it, up to 100 days; what is later than that is in the last one. So histograms of
 * several instances can be put together, and an earlier one of the same instance taken away.
 *
 * @param counts how many attempts by the number of their bucket, from 0; buckets without any are left out. Unmodifiable
 */
public record LatenessHistogram(SortedMap<Integer, Long> counts) {

    /** Nothing counted. */
    public static final LatenessHistogram EMPTY = new LatenessHistogram(Collections.emptySortedMap());

    /** The first bucket that is wider than a millisecond begins with it. */
    private static final long EXACT = 10;

    private static final long LATEST = Duration.ofDays(100).toMillis();

    /** The first millisecond of each bucket. */
    private static final long[] LOWER = lower();

    /**
     * Copies the counts; those of zero are left out.
     *
     * @throws IllegalArgumentException if there is no such bucket, or a count is negative
     */
    public LatenessHistogram {
        SortedMap<Integer, Long> copy = new TreeMap<>();
        Objects.requireNonNull(counts, "counts must not be null").forEach((bucket, count) -> {
            requireBucket(bucket);
            if (count < 0) {
                throw new IllegalArgumentException("a count must not be negative, but is " + count);
            }
            if (count > 0) {
                copy.put(bucket, count);
            }
        });
        counts = Collections.unmodifiableSortedMap(copy);
    }

    /** In whole numbers, so that every writer and every reader comes to the same buckets. */
    private static long[] lower() {
        long[] all = new long[1_000];
        int size = 0;
        for (long next = 0; next <= LATEST; next = next < EXACT ? next + 1 : (next * 11 + 9) / 10) {
            all[size++] = next;
        }
        return Arrays.copyOf(all, size);
    }

    private static int requireBucket(int bucket) {
        if (bucket < 0 || bucket >= LOWER.length) {
            throw new IllegalArgumentException("bucket must be from 0 to " + (LOWER.length - 1) + ", but is " + bucket);
        }
        return bucket;
    }

    /** {@return how many buckets there are} */
    public static int buckets() {
        return LOWER.length;
    }

    /**
     * {@return the bucket of a lateness; the first if it is negative}
     *
     * @param lateness how late an attempt began
     */
    public static int bucketOf(Duration lateness) {
        if (lateness.isNegative()) {
            return 0;
        }
        int found = Arrays.binarySearch(LOWER, lateness.getSeconds() > LATEST ? LATEST : lateness.toMillis());
        return found >= 0 ? found : -found - 2;
    }

    /**
     * {@return the least lateness of a bucket; the next bucket's is above all of it}
     *
     * @param bucket its number
     * @throws IllegalArgumentException if there is no such bucket
     */
    public static Duration lowerBound(int bucket) {
        return Duration.ofMillis(LOWER[requireBucket(bucket)]);
    }

    /** {@return how many attempts were counted} */
    public long total() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * Puts two together, as of two instances.
     *
     * @param other the other
     * @return the sums
     */
    public LatenessHistogram plus(LatenessHistogram other) {
        SortedMap<Integer, Long> sums = new TreeMap<>(counts);
        other.counts().forEach((bucket, count) -> sums.merge(bucket, count, Long::sum));
        return new LatenessHistogram(sums);
    }

    /**
     * Takes away what had been counted before, so that what was counted since then is left.
     *
     * @param earlier an earlier histogram of the same counting
     * @return the differences; this one as it is if a count has become less, for the counting began anew then
     */
    public LatenessHistogram minus(LatenessHistogram earlier) {
        SortedMap<Integer, Long> rest = new TreeMap<>(counts);
        for (Map.Entry<Integer, Long> before : earlier.counts().entrySet()) {
            long left = rest.getOrDefault(before.getKey(), 0L) - before.getValue();
            if (left < 0) {
                return this;
            }
            rest.put(before.getKey(), left);
        }
        return new LatenessHistogram(rest);
    }

    /**
     * Tells the lateness that so many of a hundred attempts did not exceed. It is the end of the bucket in which that lateness is, so
     * never too little: exact up to 10 ms, at most 10 % too much above that; of the last bucket, which has no end, its beginning.
     *
     * @param percent how many of a hundred, above 0 and at most 100: 50 for the median, 99.9
     * @return the lateness in whole milliseconds; empty if nothing was counted
     * @throws IllegalArgumentException if the percentage is out of its range
     */
    public Optional<Duration> percentile(double percent) {
        if (!(percent > 0 && percent <= 100)) {
            throw new IllegalArgumentException("percent must be above 0 and at most 100, but is " + percent);
        }
        long left = Math.max(1, (long) Math.ceil(total() * percent / 100));
        for (Map.Entry<Integer, Long> bucket : counts.entrySet()) {
            left -= bucket.getValue();
            if (left <= 0) {
                return Optional.of(Duration.ofMillis(last(bucket.getKey())));
            }
        }
        return Optional.empty();
    }

    private static long last(int bucket) {
        return bucket + 1 < LOWER.length ? LOWER[bucket + 1] - 1 : LOWER[bucket];
    }
}
