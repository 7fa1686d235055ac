package io.delayqueue.benchmarks;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.ancestor.AncestorContender;
import io.delayqueue.benchmarks.contender.delayqueue.DelayqueueContender;
import io.delayqueue.benchmarks.contender.limit.LimitContender;
import io.delayqueue.benchmarks.contender.redisson.RedissonContender;
import io.delayqueue.benchmarks.workload.AddBulk;
import io.delayqueue.benchmarks.workload.AddSync;
import io.delayqueue.benchmarks.workload.Drain;
import io.delayqueue.benchmarks.workload.Sparse;
import io.delayqueue.benchmarks.workload.Workload;
import java.util.List;

/** All there is to compare, in the order in which it is done. */
final class Catalog {

    static final List<Workload> WORKLOADS = List.of(new AddSync(), new AddBulk(), new Drain(), new Sparse());

    static final List<Contender> CONTENDERS = List.of(
            new DelayqueueContender(), new RedissonContender(), new AncestorContender(), new LimitContender());

    private Catalog() {}
}
