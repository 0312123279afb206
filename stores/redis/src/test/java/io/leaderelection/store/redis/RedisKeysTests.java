/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import io.leaderelection.store.ElectionKey;
import io.lettuce.core.cluster.SlotHash;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RedisKeysTests {

	private final RedisKeys keys = new RedisKeys("leader-election:");

	@Test
	void namesContainNamespaceAndElection() {
		assertThat(this.keys.record(new ElectionKey("orders", "billing")))
			.isEqualTo("leader-election:{orders}:billing");
		assertThat(this.keys.channel("orders")).isEqualTo("leader-election:{orders}");
	}

	@Test
	void allRecordsOfANamespaceAreInOneSlot() {
		for (String namespace : new String[] { "orders", "}", "{", "{}", "a}b", "%7D", "\u00e9" }) {
			int slot = SlotHash.getSlot(this.keys.record(new ElectionKey(namespace, "e")));
			for (String election : new String[] { "f", "{x}", "}", "{", "a:b", "\ud83d\ude00" }) {
				assertThat(SlotHash.getSlot(this.keys.record(new ElectionKey(namespace, election))))
					.as("%s %s", namespace, election)
					.isEqualTo(slot);
			}
		}
	}

	@Test
	void namespacesWithBracesStayDistinct() {
		assertThat(this.keys.record(new ElectionKey("a}:b", "c")))
			.isNotEqualTo(this.keys.record(new ElectionKey("a", "b}:c")));
		assertThat(this.keys.record(new ElectionKey("%7D", "c")))
			.isNotEqualTo(this.keys.record(new ElectionKey("}", "c")));
	}

}
