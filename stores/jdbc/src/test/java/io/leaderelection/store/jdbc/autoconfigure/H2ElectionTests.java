/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import io.leaderelection.store.jdbc.OnH2;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class H2ElectionTests extends JdbcElectionContract implements OnH2 {

}
