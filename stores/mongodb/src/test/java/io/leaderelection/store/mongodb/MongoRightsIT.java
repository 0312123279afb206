/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.mongodb;

import java.time.Duration;

import io.leaderelection.servers.FerretServer;
import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.MissingRightException;
import io.leaderelection.store.support.SharedFailureException;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Logins. The server has no rights besides.
 */
@Tag("server")
@Tag("slow")
class MongoRightsIT {

	@AutoClose
	private static final FerretServer server = FerretServer.openWithPassword("right");

	private static TestCandidate open(String uri) {
		return new TestCandidate(MongoDocuments.factory(uri).open(), "candidate", Duration.ofMinutes(5));
	}

	@Test
	void rightPasswordSuffices() {
		try (TestCandidate candidate = open(FerretServer.uri(server.port(), "right"))) {
			candidate.win("right");
			assertThat(candidate.renew("right")).isInstanceOf(Outcome.Granted.class);
		}
	}

	@Test
	void wrongPasswordIsReportedButNotShown() {
		try (TestCandidate candidate = open(FerretServer.uri(server.port(), "canary"))) {
			assertThat(cause(candidate.acquire("wrong"))).isInstanceOf(SharedFailureException.class)
				.hasMessageContainingAll("accepts no credentials of this client", "Correct the user");
		}
	}

	@Test
	void commandsWithoutALoginAreAMissingRight() {
		try (TestCandidate candidate = open(server.uri())) {
			assertThat(cause(candidate.acquire("none"))).isInstanceOf(MissingRightException.class)
				.hasMessageContainingAll("answered 13 Unauthorized", "find, insert and update");
		}
	}

	private static Throwable cause(Outcome outcome) {
		assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
		Throwable cause = ((Outcome.Unknown) outcome).cause();
		assertThat(Throwables.getStackTrace(cause)).doesNotContain("canary");
		return cause;
	}

}
