/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import io.leaderelection.architecture.StoreArchitecture;
import io.lettuce.core.cluster.SlotHash;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

class ArchitectureTests extends StoreArchitecture {

	ArchitectureTests() {
		super(RedisLeaseStoreFactory.class, "io.lettuce.core..", "io.netty.util..", "org.slf4j");
	}

	@Test
	@DisplayName("Slots are hashed from UTF-8, not from the platform's charset")
	void slotsAreHashedFromUtf8() {
		noClasses().should()
			.callMethod(SlotHash.class, "getSlot", String.class)
			.because("it encodes the key in the platform's charset, and Redis hashes the bytes that are sent")
			.check(main());
	}

}
