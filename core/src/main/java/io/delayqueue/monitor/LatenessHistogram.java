package io.delayqueue.monitor;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * Histogram of the lateness of attempts. The buckets are fixed: one for each millisecond up to 10 ms, then each about 10 % wider
 * than the one before, up to 100 days; the last one has no upper bound. So histograms of several instances can be added, and an
 * earlier one of the same instance subtracted.
 *
 * @param counts number of attempts by bucket, from 0, without empty buckets; unmodifiable
 */
public record LatenessHistogram(SortedMap<Integer, Long> counts) {

    /** Empty histogram. */
    public static final LatenessHistogram EMPTY = new LatenessHistogram(Collections.emptySortedMap());

    /** Start of the first bucket that is wider than a millisecond, in milliseconds. */
    private static final long EXACT = 10;

    private static final long LATEST = Duration.ofDays(100).toMillis();

    /** The first millisecond of each bucket, computed in integers, so that all instances have the same buckets. */
    private static final long[] LOWER = LongStream.iterate(
                    0, next -> next <= LATEST, next -> next < EXACT ? next + 1 : (next * 11 + 9) / 10)
            .toArray();

    /**
     * Copies the counts without zeros.
     *
     * @throws IllegalArgumentException if there is no such bucket, or a count is negative
     */
    public LatenessHistogram {
        SortedMap<Integer, Long> copy = new TreeMap<>();
        counts.forEach((bucket, count) -> {
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

    private static int requireBucket(int bucket) {
        if (bucket < 0 || bucket >= LOWER.length) {
            throw new IllegalArgumentException("bucket must be from 0 to " + (LOWER.length - 1) + ", but is " + bucket);
        }
        return bucket;
    }

    /** {@return the number of buckets} */
    public static int buckets() {
        return LOWER.length;
    }

    /**
     * {@return the bucket of a lateness; the first if it is negative}
     *
     * @param lateness the lateness of an attempt
     */
    public static int bucketOf(Duration lateness) {
        if (lateness.isNegative()) {
            return 0;
        }
        int found = Arrays.binarySearch(LOWER, lateness.getSeconds() > LATEST ? LATEST : lateness.toMillis());
        return found >= 0 ? found : -found - 2;
    }

    /**
     * {@return the inclusive lower bound of a bucket; the next one's is its exclusive upper bound}
     *
     * @param bucket its number
     * @throws IllegalArgumentException if there is no such bucket
     */
    public static Duration lowerBound(int bucket) {
        return Duration.ofMillis(LOWER[requireBucket(bucket)]);
    }

    /** {@return the number of attempts} */
    public long total() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * Adds another histogram.
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
     * Subtracts an earlier histogram.
     *
     * @param earlier an earlier histogram of the same source
     * @return the differences; this histogram if a count has decreased, because the source was restarted
     */
    public LatenessHistogram minus(LatenessHistogram earlier) {
        SortedMap<Integer, Long> rest = new TreeMap<>(counts);
        earlier.counts().forEach((bucket, count) -> rest.merge(bucket, -count, Long::sum));
        return rest.values().stream().anyMatch(left -> left < 0) ? this : new LatenessHistogram(rest);
    }

    /**
     * Returns a percentile of the lateness. It is the end of its bucket, so never too small: exact up to 10 ms, at most 10 % too
     * large above. For the last bucket, which has no end, it is the start.
     *
     * @param percent the percentage, above 0 and at most 100, such as 50 for the median or 99.9
     * @return the lateness in whole milliseconds; empty if the histogram is empty
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
                int next = bucket.getKey() + 1;
                return Optional.of(Duration.ofMillis(next < LOWER.length ? LOWER[next] - 1 : LOWER[next - 1]));
            }
        }
        return Optional.empty();
    }
}
