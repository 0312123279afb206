/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import java.nio.file.Path;

import javax.sql.DataSource;

import io.leaderelection.LeaderElections;
import io.leaderelection.history.EventKind;
import io.leaderelection.history.History;
import io.leaderelection.history.HistoryEvent;
import io.leaderelection.history.HistoryWriter;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.core.task.TaskExecutor;

/**
 * Adds the probe to an application that the harness starts.
 */
@AutoConfiguration
@ConditionalOnProperty("chaos.folder")
public final class ProbeAutoConfiguration {

	@Bean
	ProbeSettings chaosProbeSettings(@Value("${chaos.folder}") Path folder, @Value("${chaos.process}") String process,
			@Value("${" + SpreadElections.PROPERTY + ":0}") int spread) {
		return new ProbeSettings(folder, process, spread);
	}

	@Bean
	HistoryWriter chaosHistory(ProbeSettings settings) {
		HistoryWriter history = HistoryWriter.open(settings.folder().resolve(settings.process() + History.SUFFIX));
		long now = System.nanoTime();
		history.write(HistoryEvent.of(EventKind.BOOT, now, now)
			.with("pid", ProcessHandle.current().pid())
			.with("works", true));
		return history;
	}

	@Bean
	HistoryListener chaosHistoryListener(HistoryWriter history) {
		return new HistoryListener(history);
	}

	@Bean
	FencedLedger chaosLedger(ProbeSettings settings) {
		return new FencedLedger(settings.folder());
	}

	@Bean
	ProbeWork chaosProbeWork(ProbeSettings settings, HistoryWriter history, FencedLedger ledger) {
		return new ProbeWork(settings, history, ledger);
	}

	@Bean
	ProbeTicks chaosProbeTicks(ProbeWork work) {
		return new ProbeTicks(work);
	}

	@Bean
	Burdens chaosBurdens(ObjectProvider<DataSource> dataSource, ObjectProvider<TaskExecutor> executors) {
		return new Burdens(dataSource, executors);
	}

	@Bean
	Exhaustion chaosExhaustion(HistoryWriter history, FencedLedger ledger) {
		return new Exhaustion(history, ledger);
	}

	@Bean
	Probe chaosProbe(ProbeSettings settings, HistoryWriter history, LeaderElections elections, ProbeWork work,
			Burdens burdens, Exhaustion exhaustion) {
		SpreadElections spread = new SpreadElections(settings.spread(), elections, history);
		return new Probe(history, elections, spread, work, new Commands(burdens, exhaustion), ErrorCount.attach());
	}

}
