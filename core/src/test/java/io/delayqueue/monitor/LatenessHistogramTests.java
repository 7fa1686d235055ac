package io.delayqueue.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LatenessHistogramTests {

    private static LatenessHistogram of(long... millis) {
        SortedMap<Integer, Long> counts = new TreeMap<>();
        Arrays.stream(millis)
                .forEach(late -> counts.merge(LatenessHistogram.bucketOf(Duration.ofMillis(late)), 1L, Long::sum));
        return new LatenessHistogram(counts);
    }

    private static long percentile(LatenessHistogram histogram, double percent) {
        return histogram.percentile(percent).orElseThrow().toMillis();
    }

    /** Other versions and other languages count by these bounds: they must not change. */
    @Test
    void bucketsShouldBeTheSameForEver() {
        assertThat(LatenessHistogram.buckets()).isEqualTo(222);
        long[] first = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 21, 24, 27, 30};
        for (int i = 0; i < first.length; i++) {
            assertThat(LatenessHistogram.lowerBound(i).toMillis())
                    .as("bucket " + i)
                    .isEqualTo(first[i]);
        }
        assertThat(LatenessHistogram.lowerBound(221)).isBetween(Duration.ofDays(90), Duration.ofDays(100));
    }

    @Test
    void everyLatenessShouldBeInTheBucketWhoseBoundsHoldIt() {
        for (int bucket = 0; bucket + 1 < LatenessHistogram.buckets(); bucket++) {
            Duration from = LatenessHistogram.lowerBound(bucket);
            Duration next = LatenessHistogram.lowerBound(bucket + 1);
            assertThat(LatenessHistogram.bucketOf(from)).isEqualTo(bucket);
            assertThat(LatenessHistogram.bucketOf(next.minusMillis(1))).isEqualTo(bucket);
            assertThat(LatenessHistogram.bucketOf(next.minusNanos(1))).isEqualTo(bucket);
            assertThat(next.toMillis() - 1).isLessThanOrEqualTo(from.toMillis() * 11 / 10);
        }
    }

    @Test
    void latenessBeyondAllBucketsShouldBeInTheNearest() {
        assertThat(LatenessHistogram.bucketOf(Duration.ofMillis(-5))).isZero();
        int last = LatenessHistogram.buckets() - 1;
        assertThat(LatenessHistogram.bucketOf(Duration.ofDays(36_500))).isEqualTo(last);
        assertThat(LatenessHistogram.bucketOf(Duration.ofSeconds(Long.MAX_VALUE)))
                .isEqualTo(last);
        assertThat(of(Duration.ofDays(1_000).toMillis()).percentile(50)).contains(LatenessHistogram.lowerBound(last));
    }

    @Test
    void percentileShouldBeExactWhereBucketsAreAMillisecond() {
        LatenessHistogram histogram = of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertThat(percentile(histogram, 50)).isEqualTo(4);
        assertThat(percentile(histogram, 51)).isEqualTo(5);
        assertThat(percentile(histogram, 90)).isEqualTo(8);
        assertThat(percentile(histogram, 99)).isEqualTo(9);
        assertThat(percentile(histogram, 100)).isEqualTo(9);
        assertThat(percentile(histogram, 0.001)).isZero();
    }

    @Test
    void percentileShouldBeAtMostATenthTooMuch() {
        for (long late = 1; late < Duration.ofDays(80).toMillis(); late = late * 13 / 10 + 1) {
            assertThat(percentile(of(late), 50)).isBetween(late, late + late / 10);
        }
    }

    @Test
    void percentileOfNothingShouldBeEmpty() {
        assertThat(LatenessHistogram.EMPTY.percentile(50)).isEmpty();
        assertThat(LatenessHistogram.EMPTY.total()).isZero();
    }

    @Test
    void percentThatIsNoneShouldBeRefused() {
        for (double percent : new double[] {0, -1, 100.1, Double.NaN}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> of(1).percentile(percent))
                    .withMessage("percent must be above 0 and at most 100, but is " + percent);
        }
    }

    @Test
    void minusShouldLeaveWhatWasCountedSince() {
        LatenessHistogram earlier = of(1, 1, 50);
        LatenessHistogram later = of(1, 1, 1, 50, 7_000);
        assertThat(later.minus(earlier)).isEqualTo(of(1, 7_000));
        assertThat(later.minus(later)).isEqualTo(LatenessHistogram.EMPTY);
        assertThat(later.minus(LatenessHistogram.EMPTY)).isEqualTo(later);
        assertThat(earlier.plus(later.minus(earlier))).isEqualTo(later);
    }

    @Test
    void minusShouldTakeADecreaseForANewBeginning() {
        assertThat(of(1, 5, 5).minus(of(1, 1))).isEqualTo(of(1, 5, 5));
        assertThat(of(5).minus(of(9))).isEqualTo(of(5));
    }

    @Test
    void countsThatCannotBeShouldBeRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LatenessHistogram(new TreeMap<>(Map.of(222, 1L))))
                .withMessage("bucket must be from 0 to 221, but is 222");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LatenessHistogram(new TreeMap<>(Map.of(-1, 1L))))
                .withMessage("bucket must be from 0 to 221, but is -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LatenessHistogram(new TreeMap<>(Map.of(1, -1L))))
                .withMessage("a count must not be negative, but is -1");
    }
}
