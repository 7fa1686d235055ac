package io.delayqueue.web.live.sample;

import com.github.benmanes.caffeine.cache.AsyncLoadingCache;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.springframework.test.util.ReflectionTestUtils;

/** Sets a time in a sampler that differs from the store's clock. */
public final class StoreTimes {

    private StoreTimes() {}

    /** Sets a time as if the store had just answered. */
    @SuppressWarnings("unchecked")
    public static void set(Sampler sampler, String group, Instant time) {
        ((AsyncLoadingCache<String, StoreTime>) ReflectionTestUtils.getField(sampler, "time"))
                .put(group, CompletableFuture.completedFuture(new StoreTime(time, System.nanoTime())));
    }
}
