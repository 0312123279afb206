/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.leaderelection.store.ElectionKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class LeaseNamesTests {

	private static final String SUBDOMAIN = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";

	private static final List<String> ODD = List.of("billing", "Billing", "billing ", " billing", "-", "--", "...",
			"x".repeat(255), "x".repeat(254) + "y", "\u00e9".repeat(255), "\u0130", "a_b", "a-b", "a.b", "a b", "A-",
			"-a", "\ud83d\ude00", "0", "x".repeat(39) + "-y", "x".repeat(40) + "-y", "\u212a", "K", "k");

	@Test
	void namesAreReadable() {
		assertThat(new LeaseNames("leader-election-", Map.of()).of(new ElectionKey("Orders", "billing.eu")))
			.startsWith("leader-election-orders-billing-eu-")
			.hasSize("leader-election-orders-billing-eu-".length() + 20);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "a", "leader-election-", "0-",
			"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" })
	void namesAreValidAndDistinct(String prefix) {
		LeaseNames names = new LeaseNames(prefix, Map.of());
		Set<String> all = new HashSet<>();
		for (String namespace : ODD) {
			for (String election : ODD) {
				String name = names.of(new ElectionKey(namespace, election));
				assertThat(name).startsWith(prefix).matches(SUBDOMAIN).hasSizeLessThanOrEqualTo(253);
				assertThat(all.add(name)).as("%s is new", name).isTrue();
			}
		}
		assertThat(names.of(new ElectionKey("ab", "c"))).isNotEqualTo(names.of(new ElectionKey("a", "bc")));
	}

	@Test
	void labelsOfNamespacesAreValidAndDistinct() {
		Set<String> all = new HashSet<>();
		for (String namespace : ODD) {
			String label = LeaseNames.label(namespace);
			assertThat(label).matches("[a-z0-9]{1,63}");
			assertThat(all.add(label)).isTrue();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "A", "-", "a.b", "a_", "\u00e9", "a b",
			"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" })
	void invalidPrefixIsRejected(String prefix) {
		assertThatIllegalArgumentException().isThrownBy(() -> new LeaseNames(prefix, Map.of()))
			.withMessageContaining(prefix);
	}

	@Test
	void givenNameIsUsedForItsElectionOnly() {
		LeaseNames names = new LeaseNames("le-", Map.of("billing", "billing.eu-leader"));
		assertThat(names.of(new ElectionKey("orders", "billing"))).isEqualTo("billing.eu-leader");
		assertThat(names.of(new ElectionKey("orders", "other"))).startsWith("le-orders-other-");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "A", "-", "a_", "a..b", "a-", ".a", "\u00e9", "a b", "a/b" })
	void invalidGivenNameIsRejected(String name) {
		assertThatIllegalArgumentException().isThrownBy(() -> new LeaseNames("", Map.of("billing", name)))
			.withMessageContainingAll("'billing'", "'" + name + "'", "253");
	}

	@Test
	void givenNameOfTwoElectionsIsRejected() {
		assertThatIllegalArgumentException().isThrownBy(() -> new LeaseNames("", Map.of("a", "same", "b", "same")))
			.withMessageContainingAll("'a'", "'b'", "'same'");
	}

}
