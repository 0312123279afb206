/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import io.leaderelection.servers.TcpProxy;

/**
 * Cuts the leader off from the store while its connections stay open, to see whether it
 * stops before the next leader starts.
 */
final class BlackHoleRun implements ScenarioRun {

	/** How long to wait for a former leader to notice. */
	private static final long NOTICE_MILLIS = 30_000;

	@Override
	public void run(Stage stage, Results results) throws Exception {
		if (!stage.server().isRemote()) {
			return;
		}
		for (int i = 0; i < stage.arguments().rounds(); i++) {
			TcpProxy proxy = stage.openProxy();
			CandidateProcess leader = stage.startWithDefaults(1, proxy);
			leader.await("leads");
			CandidateProcess follower = stage.startWithDefaults(1, null);
			Stage.settle(i);
			long cut = System.nanoTime();
			proxy.blackHole();
			History.Change change = Stage.leads(follower.await("leads"));
			leader.history().awaitEnd(NOTICE_MILLIS);
			results.add(Round.of(cut, leader.history(), follower.history(), change));
			leader.close();
			proxy.close();
			follower.ask("close", "closed");
		}
	}

}
