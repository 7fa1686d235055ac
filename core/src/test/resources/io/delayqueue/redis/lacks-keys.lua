-- Includes what needs other keys than it declares.
--
--#keys topics

--#include fence
