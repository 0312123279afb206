/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import io.leaderelection.store.ElectionKey;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BlobNamesTests {

	@Test
	void namesAreReadableAndValid() {
		assertThat(BlobNames.of(new ElectionKey("orders", "billing"))).matches("orders/billing-[0-9a-f]{40}");
		assertThat(BlobNames.of(new ElectionKey("../\u00e9", ".."))).matches("____/__-[0-9a-f]{40}");
		assertThat(BlobNames.of(new ElectionKey("x".repeat(255), "\u4e2d".repeat(255)))).hasSizeLessThan(200);
	}

}
