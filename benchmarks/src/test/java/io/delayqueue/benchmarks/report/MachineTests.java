package io.delayqueue.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MachineTests {

    @Test
    void modelShouldBeReadFromCpuInfo() {
        assertThat(Machine.cpu("processor\t: 0\nmodel name\t: AMD EPYC \nmodel name\t: other\n"))
                .isEqualTo("AMD EPYC");
    }

    @Test
    void architectureShouldStandInForMissingModel() {
        assertThat(Machine.cpu("processor\t: 0\nmodel name\t:\nBogoMIPS : 50\n"))
                .isEqualTo(System.getProperty("os.arch"));
    }

    @Test
    void systemShouldHaveMajorAndMinorVersionOnly() {
        assertThat(Machine.os("Linux", "6.18.44-custom")).isEqualTo("Linux 6.18");
        assertThat(Machine.os("Windows Server 2022", "10.0")).isEqualTo("Windows Server 2022 10.0");
        assertThat(Machine.os("Linux", "rolling")).isEqualTo("Linux");
    }

    @Test
    void thisMachineShouldBeDescribed() {
        Machine here = Machine.here();
        assertThat(here.cpu()).isNotBlank();
        assertThat(here.cpus()).isPositive();
        assertThat(here.memoryBytes()).isGreaterThan(1L << 26);
        assertThat(Machine.availableBytes()).isBetween(1L << 20, here.memoryBytes());
        assertThat(here.java()).contains(String.valueOf(Runtime.version().feature()));
    }
}
