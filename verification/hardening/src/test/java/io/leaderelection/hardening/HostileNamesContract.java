/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.leaderelection.Leader;
import io.leaderelection.LeaderElection;
import io.leaderelection.autoconfigure.LeaderMetadataContributor;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.Bean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests that names and metadata that contain statements, scripts or markup are treated as
 * data: they are returned unchanged and have no effect.
 */
abstract class HostileNamesContract<S extends AutoCloseable> extends ServerContract<S> {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	/** Names without the characters that are not allowed in the name of an election. */
	private static final List<String> ELECTIONS = List.of("') drop table leader_lease --", "' or '1'='1",
			"\" or \"\"=\"", "x', 1, 'n') on conflict do update set token = 1 --", "$$ drop table leader_lease $$",
			"]] redis.call('FLUSHALL') --[[", "\" redis.call('FLUSHALL') --", "{a}{b}*?[x]",
			"#{T(java.lang.System).exit(1)}", "<script>alert(1)</script>".replace('/', '|'), "\u202egnp.exe\u2028");

	static final String STATEMENT = "'; drop table leader_lease; -- \\'; delete from leader_fence; -- "
			+ "\"; ]] redis.call('FLUSHALL') --[[ {x} %s %27 <script>alert(1)</script>";

	/** The properties of the store. */
	abstract List<String> store();

	/** Creates data that a successful attack would destroy. */
	abstract void plant() throws Exception;

	/** Checks that data, and the number of records in the namespace. */
	abstract void assertUnharmed(String namespace, int records) throws Exception;

	final OpenApplication start(String... more) {
		List<String> properties = new ArrayList<>(store());
		properties.addAll(List.of(more));
		return OpenApplication.start(Metadata.class, properties);
	}

	@Test
	void namesAreStoredAndReadUnchanged() throws Exception {
		plant();
		String[] names = { "leader-election.namespace=" + STATEMENT, "leader-election.instance-name=" + STATEMENT,
				"leader-election.default-election=" + ELECTIONS.get(0) };
		try (OpenApplication leader = start(names); OpenApplication follower = start(names)) {
			for (String election : ELECTIONS) {
				leader.elections().join(election);
			}
			await().atMost(PATIENCE)
				.until(() -> ELECTIONS.stream().allMatch((it) -> leads(leader, it) || leads(follower, it)));
			for (String election : ELECTIONS) {
				follower.elections().join(election);
			}
			for (String election : ELECTIONS) {
				LeaderElection requested = (leads(leader, election) ? follower : leader).elections().get(election);
				String expected = (leads(leader, election) ? leader : follower).elections().instance();
				await().atMost(PATIENCE).until(() -> requested.leader().isPresent());
				Leader seen = requested.leader().orElseThrow();
				assertThat(seen.id()).isEqualTo(expected).startsWith(STATEMENT);
				assertThat(seen.metadata()).containsAllEntriesOf(Metadata.ENTRIES);
			}
			assertUnharmed(STATEMENT, ELECTIONS.size());
			Map<String, String> shown = leader.shown();
			assertThat(shown.get("/actuator/leader")).contains("' or '1'='1")
				.contains("\"\u202egnp.exe\u2028\":{\"state\"")
				.contains("\"\ufffdgnp.exe\ufffd\":\"\ufffdgnp.exe\ufffd\"");
		}
		assertUnharmed(STATEMENT, ELECTIONS.size());
	}

	private static boolean leads(OpenApplication application, String election) {
		return application.elections().find(election).filter(LeaderElection::isLeader).isPresent();
	}

	/**
	 * Checks that the application does not start, and that the message names the wrong
	 * property.
	 */
	final void assertRefused(String property) {
		KeptLog.clear();
		List<String> properties = new ArrayList<>(store());
		properties.add(property);
		assertThatExceptionOfType(RuntimeException.class)
			.isThrownBy(() -> OpenApplication.startWithoutWeb(properties).close())
			.satisfies((ex) -> assertThat(Throwables.getStackTrace(ex))
				.contains(property.substring(0, property.indexOf('='))));
		assertThat(KeptLog.text()).doesNotContain("\u001b").doesNotContain("\nINFO forged line");
	}

	/** Publishes the attacks as metadata of the instance. */
	static class Metadata {

		static final Map<String, String> ENTRIES = new HashMap<>();

		static {
			ELECTIONS.forEach((attack) -> ENTRIES.put(attack, attack));
			ENTRIES.put(STATEMENT, STATEMENT);
			ENTRIES.put("lines", "a\r\nFLUSHALL\r\n\u0000");
		}

		@Bean
		LeaderMetadataContributor attacks() {
			return (metadata) -> metadata.putAll(ENTRIES);
		}

	}

}
