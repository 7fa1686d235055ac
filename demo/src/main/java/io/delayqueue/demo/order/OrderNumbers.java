package io.delayqueue.demo.order;

import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/** Creates order numbers that are unique on a Redis, because task ids contain them. */
@Component
class OrderNumbers {

    private final StringRedisTemplate redis;

    OrderNumbers(StringRedisTemplate redis) {
        this.redis = redis;
    }

    long next() {
        Long number = redis.opsForValue().increment("delayqueue-demo:order-number");
        if (number == null) {
            throw new IllegalStateException("Redis gave no order number");
        }
        return number;
    }
}
