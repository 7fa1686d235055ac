package io.delayqueue.benchmarks;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.contender.ancestor.AncestorContender;
import io.delayqueue.benchmarks.contender.delayqueue.DelayqueueContender;
import io.delayqueue.benchmarks.contender.limit.LimitContender;
import io.delayqueue.benchmarks.contender.redisson.RedissonContender;
import io.delayqueue.benchmarks.workload.AddBulk;
import io.delayqueue.benchmarks.workload.AddSync;
import io.delayqueue.benchmarks.workload.Batches;
import io.delayqueue.benchmarks.workload.Cancel;
import io.delayqueue.benchmarks.workload.Cold;
import io.delayqueue.benchmarks.workload.Drain;
import io.delayqueue.benchmarks.workload.Groups;
import io.delayqueue.benchmarks.workload.Hot;
import io.delayqueue.benchmarks.workload.IdleCalls;
import io.delayqueue.benchmarks.workload.Instances;
import io.delayqueue.benchmarks.workload.Keys;
import io.delayqueue.benchmarks.workload.Limited;
import io.delayqueue.benchmarks.workload.Memory;
import io.delayqueue.benchmarks.workload.Midnight;
import io.delayqueue.benchmarks.workload.Sparse;
import io.delayqueue.benchmarks.workload.Steady;
import io.delayqueue.benchmarks.workload.Topics;
import io.delayqueue.benchmarks.workload.Transactional;
import io.delayqueue.benchmarks.workload.Workload;
import io.delayqueue.benchmarks.workload.Year;
import java.util.List;

/** All workloads and contenders, in their order. */
final class Catalog {

    static final List<Workload> WORKLOADS = List.of(
            new AddSync(),
            new AddBulk(),
            new Drain(),
            new Midnight(),
            new Cold(),
            new Sparse(),
            new Steady(),
            new Year(),
            new Memory(),
            new IdleCalls(),
            new Cancel(),
            new Topics(),
            new Groups(),
            new Hot(),
            new Instances(),
            new Limited(),
            new Keys(),
            new Batches(),
            new Transactional());

    static final List<Contender> CONTENDERS =
            List.of(new DelayqueueContender(), new RedissonContender(), new AncestorContender(), new LimitContender());

    private Catalog() {}
}
