/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test.slice;

import io.leaderelection.LeaderElections;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A slice without leader election: nothing is guarded, and no elections can be injected.
 */
@WebMvcTest
class PlainSliceTests {

	@Autowired
	private MockMvcTester mvc;

	@Autowired
	private ObjectProvider<LeaderElections> elections;

	@Test
	void nothingIsGuarded() {
		assertThat(this.mvc.get().uri("/report")).hasStatusOk().hasBodyTextEqualTo("a report");
	}

	@Test
	void noElectionsExist() {
		assertThat(this.elections.getIfAvailable()).isNull();
	}

}
