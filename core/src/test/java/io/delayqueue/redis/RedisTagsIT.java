package io.delayqueue.redis;

import io.delayqueue.store.TagsContract;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Topology.class)
class RedisTagsIT extends TagsContract {

    RedisTagsIT(Topology topology) {
        super(topology);
    }
}
