/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.Candidacy;
import io.leaderelection.LeaderElection;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.protocol.ElectionTiming;
import org.awaitility.Awaitility;

/**
 * Program that leads an election and joins a number of others, more than it can open
 * files.
 */
final class FewFilesProcess {

	static final int KEPT = 42;

	private static final Duration LEASE = Duration.ofSeconds(15);

	private FewFilesProcess() {
	}

	public static void main(String[] args) {
		int exit = 1;
		try {
			exit = run(Path.of(args[0]), Integer.parseInt(args[1]), Boolean.parseBoolean(args[2])) ? KEPT : 1;
		}
		catch (Exception ex) {
			System.out.println("failed: " + ex);
		}
		finally {
			Runtime.getRuntime().halt(exit);
		}
	}

	private static boolean run(Path directory, int names, boolean leave) throws Exception {
		LocalLeaseStoreFactory factory = new LocalLeaseStoreFactory(directory);
		ElectionEngine engine = ElectionEngineBuilder.of(factory.open(), factory.traits())
			.namespace("few-files")
			.timing(ElectionTiming.builder().lease(LEASE).build())
			.build();
		LeaderElection job = engine.join("job").election();
		engine.start();
		if (!job.awaitLeader(Duration.ofMinutes(1))) {
			throw new IllegalStateException("'job' has no leader");
		}
		Long token = job.status().fencingToken();
		List<Candidacy> joined = new ArrayList<>();
		for (int i = 0; i < names; i++) {
			joined.add(engine.join("e" + i));
			if (leave && joined.size() == 50) {
				for (Candidacy candidacy : joined) {
					if (!candidacy.election().awaitLeader(Duration.ofMinutes(1))) {
						throw new IllegalStateException("The election has no leader: " + candidacy.election().status());
					}
					candidacy.close();
				}
				joined.clear();
			}
		}
		// Longer than a term lasts without a renewal
		Awaitility.await().during(LEASE.multipliedBy(2)).atMost(LEASE.multipliedBy(3)).until(job::isLeader);
		long led = joined.stream().filter((candidacy) -> candidacy.election().isLeader()).count();
		System.out.println("led besides: " + led);
		return token != null && token.equals(job.status().fencingToken());
	}

}
