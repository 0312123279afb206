/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import java.nio.file.Path;

import javax.sql.DataSource;

import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.history.CallHistory;
import io.leaderelection.history.EventKind;
import io.leaderelection.history.History;
import io.leaderelection.history.HistoryEvent;
import io.leaderelection.history.HistoryWriter;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.core.task.TaskExecutor;

/**
 * Adds the probe to an application that the harness starts.
 */
@AutoConfiguration
@ConditionalOnProperty("chaos.folder")
public final class ProbeAutoConfiguration {

	@Bean
	HistoryWriter chaosHistory(@Value("${chaos.folder}") Path folder, @Value("${chaos.process}") String process) {
		HistoryWriter history = HistoryWriter.open(folder.resolve(process + History.SUFFIX));
		long now = System.nanoTime();
		history.write(HistoryEvent.of(EventKind.BOOT, now, now)
			.with("pid", ProcessHandle.current().pid())
			.with("works", true));
		return history;
	}

	/** Records the calls to the store in a history of their own. */
	@Bean
	static BeanPostProcessor chaosRecordedStore(Environment environment) {
		Path folder = Path.of(environment.getRequiredProperty("chaos.folder"));
		String process = environment.getRequiredProperty("chaos.process");
		HistoryWriter file = HistoryWriter.open(folder.resolve(process + CallHistory.SUFFIX));
		CallHistory calls = new CallHistory(file::write);
		return new BeanPostProcessor() {

			@Override
			public Object postProcessAfterInitialization(Object bean, String name) {
				return (bean instanceof LeaseStoreDescriptor descriptor)
						? new RecordedStore.Descriptor(descriptor, calls) : bean;
			}

		};
	}

	@Bean
	HistoryListener chaosHistoryListener(HistoryWriter history) {
		return new HistoryListener(history);
	}

	@Bean
	FencedLedger chaosLedger(@Value("${chaos.folder}") Path folder) {
		return new FencedLedger(folder);
	}

	@Bean
	ProbeWork chaosProbeWork(@Value("${chaos.process}") String process, HistoryWriter history, FencedLedger ledger) {
		return new ProbeWork(process, history, ledger);
	}

	@Bean
	ProbeTicks chaosProbeTicks(ProbeWork work) {
		return new ProbeTicks(work);
	}

	@Bean
	Probe chaosProbe(HistoryWriter history, LeaderElections elections, ProbeWork work, FencedLedger ledger,
			ObjectProvider<DataSource> dataSource, ObjectProvider<TaskExecutor> executors) {
		Commands commands = new Commands(new Burdens(dataSource, executors), new Exhaustion(history, ledger));
		return new Probe(history, elections, work, commands, ErrorCount.attach());
	}

}
